// SPDX-License-Identifier: Apache-2.0
// What everybody says in the same words about permission, wrong requests, the network, and machines
// that simply failed; with the reasons of Cluster API's conditions.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern failure_list[] = {
    {"permission-denied", Denied, Phrase,
     "access is unauthori[sz]ed|\\bpermission[- ]denied\\b|access[- ](?:is |was )?denied|not "
     "authori[sz]ed (?:to|for)\\b|"
     "is not authori[sz]ed\\b|unauthori[sz]ed to|"
     "insufficient (?:\\w+ )?(?:permissions?|privileges?|access|rights|scopes?|authentication)|"
     "(?:lacks?|lacking|missing|without|no) (?:the )?(?:required |necessary |sufficient )?"
     "(?:permissions?|privileges?|authori[sz]ation)|"
     "(?:does|do|did) not have (?:the |any )?(?:required |necessary |sufficient |enough )?"
     "(?:permissions?|privileges?|authori[sz]ation|access)|"
     "no active subscriptions?|pending verification|permission (?:to \\w+ [^.]{0,40})?(?:was |is "
     ")?denied|required "
     "permission|"
     "operation not permitted|(?:prohibited|disallowed|denied|blocked|rejected) by "
     "(?:[^ ]+ ){0,2}(?:policy|policies)|policy violation|"
     "subscription<few> (?:is )?(?:disabled|not registered|suspended)|"
     "account<few> (?:is )?(?:currently )?(?:disabled|blocked|suspended)|insufficient (?:funds|"
     "balance|credits?)"},
    {"permission-code", Denied, Code,
     "[a-z]*AccessDenied[a-z]*|[a-z]*InsufficientPermissions?|[a-z]*PermissionDenied|"
     "[a-z]*NotAuthorized|[a-z]*InvalidCredentials?|[a-z]*AuthenticationFailed"},
    {"credentials", Denied, Phrase,
     "authentication (?:has )?failed|failed to authenticate|authentication failure|"
     "invalid (?:credentials?|api ?key|token|username|password|access key|client secret)|"
     "(?:credentials?|api ?key|client secret|secret key|password|certificate|licen[cs]e) expired|"
     "(?:credentials?|api ?key|client secret|secret key|password|certificate)<few> "
     "(?:is|are|has|have)"
     " (?:expired|invalid|revoked|incorrect|missing|not valid)|bad credentials|"
     "incorrect (?:user ?name|password|credentials)|could not (?:load|get|find|retrieve) "
     "(?:\\w+ )?credentials|no (?:valid )?credentials?\\b|unable to locate credentials|"
     "x509: |certificate signed by unknown authority|certificate has expired|"
     "failed to verify certificate|tls: (?:bad certificate|failed to verify|unknown certificate)|"
     "(?:check|review|verify) [^.;]{0,60}\\bpermissions\\b|password rejected|not able to validate "
     "the provided|\\bbilling\\b|credentials? (?:are |is "
     ")?(?:insufficient|not sufficient)|"
     "invalid_client|invalid_grant|aadsts[0-9]+"},
    {"unauthorized", Refused, Phrase,
     "^not authori[sz]ed\\b|http status (?:code )?40[13]\\b|returned (?:code|status) "
     "40[13]\\b|\\b401 "
     "unauthorized|\\bunauthori[sz]ed\\b|status ?code[:= ]+40[13]\\b|\\bforbidden\\b|"
     "error[:= ]+40[13]\\b|\\[40[13]\\]|got 40[13]\\b|\\(40[13]\\)|code'?[:= ]+40[13]\\b"},
    {"kubernetes-secret", Refused, Phrase,
     "[a-z0-9]+templates?\\.[a-z0-9.-]+ '[^']*' not found|configmaps? "
     "'[^']*' not found|no matches for kind|no kind is registered|"
     "could not find the requested resource|kubeconfig<few> <gone>|clouds?\\.ya?ml|"
     "(?:credentials?|cloud) secret<few> <gone>"},

    {"invalid-code", Invalid, Code,
     "Invalid(?:[b-z][a-z]{2,}|a[a-su-z][a-z]+)(?:\\.[a-z]+)?|InvalidParameter\\w*|ValidationError|"
     "ValidationException|"
     "MissingParameter\\w*|MalformedRequest|BadRequest|Unsupported|UnsupportedOperation|"
     "UnsupportedChange|OperationNotAllowed|AlreadyExists|UnprocessableEntity|NotSupported|"
     "[a-z]+(?:Invalid|CannotBe[a-z]+|NotAllowed[a-z]*|Unsupported|Misconfigured)|"
     "[a-z_]+_unsupported|INVALID_ARGUMENT|FailedPrecondition|MalformedPolicy\\w*|NotImplemented"},
    {"invalid-request", Invalid, Phrase,
     "admission webhook '[^']*' denied|\\binvalid [a-z]+|"
     "is invalid\\b|: invalid: |neither(?: [^ ;]+){1,8} nor |(?:smaller|larger|bigger|less|lower|"
     "higher|greater) than (?:the |or equal to |specified|allowed|supported|maximum|minimum)|out "
     "of range|should (?:be|match|have|contain)\\b|"
     "has no (?:username|password|credentials?|data|key|value|snapshots?)\\b|"
     "scheduled for deletion|cannot be recovered|will not be (?:requeued|retried)|"
     "validation failed|failed validation|failed to validate|"
     "validate [a-z]+ failed|is not a valid|is not valid\\b|malformed|"
     "(?:required|missing) (?:field|parameter|value|property)|field is immutable|"
     "bad request|must (?:be|not|match|have|specify|contain|provide|use|set)\\b|"
     "(?:not|in)[- ]?compatible|(?:does|do) not (?:support|have the "
     "capability|belong|match|allow|meet)|"
     "not (?:permitted|possible|allowed|eligible)\\b|cannot be (?:empty|used|attached|changed|"
     "modified|specified|set|combined)|"
     "(?:is|are) (?:currently )?not supported|unsupported value|unsupported \\w+|not a supported|"
     "too (?:long|short|small|large|big|many|few|old|new)\\b|exceeds? (?:the )?(?:maximum|max) "
     "(?:length|size)|limited to [0-9]+ bytes|"
     "cannot (?:parse|unmarshal)|failed to (?:parse|unmarshal|decode)|already exists\\b|"
     "already in use|conflicts? with|mismatch\\b|"
     "(?:too many|multiple|more than one) [^ ]+(?: [^ ]+)? (?:was |were |are )?(?:found|match\\w*|"
     "exist)|(?:resolves to|matches|found|matched) (?:multiple|more than one)|ambiguous|"
     "number of tags|\\bno (?:[a-z]+ )?support\\b|(?:is|are) missing\\b|"
     "\\bunknown (?:[a-z]+ )?(?:id|project|region|zone|type|field|parameter|flavor|image|size)|"
     "outside (?:of )?(?:the|its)|can ?not be (?:deleted|removed|created)|"
     "\\bno [^ ]+(?: [^ ]+){0,4} (?:has been |have been |was |were "
     ")?(?:configured|specified|provided|"
     "defined|set)\\b|not (?:in|within|inside) (?:the |its )?(?:[^ .;:]+ ){0,3}range\\b|"
     "expected (?:at least|exactly|one of)\\b|"
     "(?:does|do|did) not (?:define|specify|provide|match the (?:regex|pattern|schema))|"
     "(?:is|are|was) (?:required|not (?:configured|specified|provided|set|defined))\\b|"
     "requires? at least|"
     "status ?code[:= ]+4(?:00|22)\\b|error[:= ]+400\\b|\\[4(?:00|22)\\]|got 400\\b"},

    {"in-use", Invalid, Phrase,
     "(?:is|are) in use\\b|\\bis locked\\b|(?:was|is) not empty|duplicate (?:entry|"
     "name|key)|already own|already "
     "(?:associated|attached|allocated|assigned|bound|linked|taken|used by|part of|connected)\\b|"
     "already being used by '|multiple [a-z]+ in the same|please specify|"
     "cannot be (?:greater|less|larger|smaller|higher|lower)|"
     "(?:does|do) not have (?:a|an|any) [a-z]+ (?:associated|attached|assigned|configured)|"
     "make sure (?:that )?you have|"
     "[a-z]*(?:subnet|network|port|vpc|volume|nic|disk|address|gateway)inuse"},
    {"gave-up-after", GaveUp, Phrase,
     "level=fatal\\b|timed out [^.;]{0,60} after [0-9]+m|failed to [^.;]{0,60} after [0-9.]+ "
     "?(?:m\\b|min|h\\b|hour)|"
     "not [a-z]+ after time-?out|"
     "timed out after [0-9]{3,}[0-9.]* ?s|time-?out while polling|"
     "time(?:d|out|d-out|-out)?(?: ?out)? (?:while |when )?waiting (?:for|on) (?:[^ ]+ ){1,5}to "
     "(?:be|enter|reach|start|finish|complete|join|appear|come|get|have)\\b"},
    {"volume-mount", Retrying, Phrase, "unable to attach or mount volumes"},
    {"gave-up", GaveUp, Phrase,
     "time(?:d|out|d-out|-out)?(?: ?out)? (?:error )?(?:while |when )?waiting (?:for|until) "
     "(?:the condition|(?:an? |the )?(?:[a-z]+ ){0,2}(?:domain|machine|address|kubernetes|"
     "bootstrap\\w*|node|vm|instance|ssh|cluster|control plane|api|customization|callback|"
     "agent|guest|host|pods?|stack|resources?)\\b)|failed to wait for bootstrap\\w*|"
     "not (?:becoming|become|became) [a-z]+ (?:in time|within)|in the allotted time|"
     "took longer than|timed out after [0-9]+ ?(?:m|h)|did not pass<few> within|did not get an? "
     "<few> ?after|did not "
     "(?:complete|finish|become [a-z]+|start|come up) (?:with)?in\\b|\\bgiving up\\b|"
     "\\bgave up\\b|not making progress|never (?:initialized|became|started|came "
     "up|completed|joined|registered|reached|found)|"
     "initial timeout of"},
    {"slow-state", SlowState, Phrase, "timeout while waiting for state to become"},
    {"unexpected-state", Fault, Phrase,
     "tls: (?:bad certificate|certificate required|unknown certificate)|bootstrap failed to "
     "complete|(?:libvirt|vir)error\\b|unexpectedly closed the monitor|failed "
     "waiting for kubernetes api|docker daemon|"
     "(?:is|in|entered|went (?:in)?to) (?:an? |the )?'?(?:failed|error)'? state|"
     "unexpected (?:status|state|phase) '|waiter (?:encountered|state)|\\brollback_(?:in_progress|"
     "failed|complete)|exit (?:code|status)[ =:]+[1-9]|failing validation|validations? (?:are |is "
     ")?failing|uncaught exception|"
     "cannot be installed"},
    {"wire", Wire, Phrase,
     ": (?:\\[?50[0234]\\]? )?(?:service unavailable|bad gateway|gateway time-?out|eof|unexpected "
     "eof)"
     "(?: ;|$)|"
     "\\bdial (?:tcp|udp|unix)|i/o timeout|no such host|connection (?:was )?(?:refused|reset)|"
     "no route to host|tls handshake timeout|server misbehaving|network is unreachable|"
     "temporary failure in name resolution|reset by peer|client\\.timeout|proxyconnect|"
     "code = unavailable\\b|(?:unable|failed) to (?:establish|open|make) (?:a |an |any )?(?:new "
     ")?connection|"
     "could not (?:establish|open) (?:a )?(?:new )?connection|name or service not known|"
     "could not resolve (?:the )?(?:host|address)|remote end closed|"
     "connection (?:was )?(?:dropped|interrupted|terminated unexpectedly|closed by)"},
    {"network", Network, Phrase,
     "connection (?:was )?(?:refused|reset|timed out|closed|aborted)|broken pipe|i/o timeout|"
     "no route to host|network is unreachable|host is unreachable|no such host|"
     "temporary failure in name resolution|server misbehaving|tls handshake timeout|"
     "dial (?:tcp|udp)|read: connection|use of closed network connection|"
     "context deadline exceeded|context cancell?ed|client\\.timeout|timeout exceeded while|"
     "\\btimed?[- ]?out\\b|deadline exceeded|(?:lost|losing|broken) connection|reset by peer|"
     "unexpected eof|: eof\\b|\\beof$|http2: |goaway|server closed|transport is closing|"
     "(?:send request|request send) failed|stream error|acquire (?:the )?(?:leader )?lease|"
     "connection to (?:[^ ]+ ){1,4}failed|\\bconnection failed|connection<few> is broken|"
     "unable to communicate with|"
     "connection error|could not connect|cannot connect|failed to connect|unable to connect|"
     "failed calling webhook|leader changed|no leader|etcdserver: request|"
     "unable to reach|could not reach|proxyconnect|remote error|"
     "\\b(?:re)?try later\\b|[,;] (?:re)?try again\\b|please try again|leader election lost|"
     "connection to the server [^ ]+ was refused|"
     "max retries exceeded with url|connection (?:was |is )?lost|bad handshake|request cancell?ed "
     "while"},
    {"provider-trouble", Network, Phrase,
     "\\bunavailable(?:: |$)|= unavailable\\b|^unavailable\\b|"
     "internal (?:service )?error|service (?:is )?(?:temporarily |currently )?unavailable|"
     "temporarily unavailable|bad gateway|gateway time-?out|server (?:is )?(?:too )?busy|"
     "unexpected api error|server is (?:currently )?unavailable|at a later time|"
     "(?:is|are) (?:still|currently) (?:in use|being used|attached)|has a dependent object|still "
     "has dependenc|"
     "upstream connect error|reset before headers|"
     "please (?:try|retry)(?: again| your request)? (?:later|in a few)|try again later|"
     "an internal error|backend error|unexpected error (?:occurred )?on the server|please retry|"
     "\\btemporar(?:ily\\b|y "
     "(?:error|failure|issue|problem|condition|outage|glitch|server|network|service|"
     "redirect|unavailab))|overloaded|\\bbusy\\b|server\\.unavailable|"
     "(?:under|undergoing|in|for|during|planned|scheduled) maintenance|maintenance "
     "(?:window|is|in)|"
     "concurrent (?:request|update|operation)|another operation|"
     "transient (?:error|failure)|"
     "(?:service|server|host|api|endpoint|backend|database|vcenter|conductor|hypervisor)(?: [^ "
     ".;:]+){0,3} "
     "is (?:currently |temporarily )?(?:unavailable|unreachable|not reachable|not responding)"
     "(?: at\\b|[.,;:)]|$)|(?:generation|write|update|edit|allocation) conflict|conflict: |"
     "^conflict\\b|conflict (?:was encountered|updating|occurred)|lack of free conductor|"
     "\\bat (?:this time|the moment)\\b|presently executing|"
     "the server is currently unable|server was unable to return a response"},
    {"server-status", Status, Phrase,
     "(?:status ?code|status|response|error|code|got|returned|http)'?[:= "
     "('\\[]+(?:50[0234]|409)\\b|"
     "internal server error|: 50[0234]$|\\((?:50[0234])\\)|\\b409 conflict|got instead: "
     "50[0234]|\\[50[0234]\\]|\\b50[0234] (?:internal|bad|service|"
     "gateway|server)"},
    {"status-with-a-cause", Fault, Phrase,
     "50[0234](?: internal server error)?'?,? ?'?message'?: [{ ']*(?:message'?: ?'?)?"
     "(?:failed|cannot|could not|unable|invalid|user)\\b"},
    {"provider-trouble-code", Network, Code,
     "ResourceConflictException|ConflictException|LeaseAlreadyPresent|OptimisticLock[a-z]*|"
     "InternalError|InternalServerError|ServiceUnavailable|RequestTimeout|GatewayTimeout|"
     "ServerTimeout|DeadlineExceeded|ServiceUnavailableException|InternalFailure|"
     "BadGateway|DEADLINE_EXCEEDED|RequestCanceled|InternalServiceError|ETIMEDOUT|"
     "ECONNREFUSED|ECONNRESET|[a-z]+Unreachable|[a-z]*ConnectionFailed|ConnectionRefused"},
    {"write-conflict", Network, Phrase,
     "the object has been modified|please apply your changes to the latest version|"
     "operation cannot be fulfilled|(?:another|an existing|concurrent|previous) (?:\\w+ )?"
     "(?:operation|update|task|request)<few> (?:in progress|is running|is pending|being "
     "processed)|is being (?:created|updated|deleted) by another|has been superseded|"
     "the resource is not ready|is not ready\\b.{0,1}please|resourceversion"},

    {"failed-state", Failed, Phrase,
     "(?:is|in|entered|reached|went (?:in)?to) (?:an? |the )?(?:unexpected "
     ")?'?(?:failed|terminated|"
     "error|errored|terminal|shutting-down)'? (?:state|status|phase)|"
     "(?:state|status|phase) (?:is |of )?'?(?:failed|error|errored|terminated)\\b|"
     "(?:state|status)<few> is unexpected|unexpected (?:vm|instance|machine|server)? ?state|"
     "(?:provisioning|bootstrapping|creation|installation)(?: of [^ ]+)? (?:has )?failed\\b|"
     "machine has failure|instance (?:was |has been |is )?terminated|"
     "(?:vm|instance|server|machine) (?:has )?(?:failed|errored)\\b"},
    {"error-code", Failed, Code,
     "[a-z]{4,}(?:Fault|Exception|Error|Failed|Failure|NotSpecified|NotSupported|NotPermitted|"
     "NotAccessible|NotAllowed|Mismatch|Conflict|Blocked|Rejected)"},
    {"something-failed", FailedWord, Phrase,
     "\\b(?:failed|failures?|failing|error|errors|fatal|fault|exception|unhealthy|panick?(?:ed)?|"
     "crash(?:ed)?|deprecated|disabled|expired|disconnected|stopped communicating|not "
     "healthy|unexpectedly|"
     "non-zero exit|exit (?:status|code) [1-9]|locked|not active|unable "
     "to|could "
     "not|cannot|can "
     "not|couldn't|can't|rejected|refused|aborted|crashed|terminal|not responding|"
     "did not belong|not allowed|disallowed|giving up|gave up)\\b|serverfaultcode"},
    {"something-wrong", WrongWord, Phrase,
     "\\b(?:conflicting|conflicts?|has no|have no|lacks|absent|only one of|will not|"
     "another (?:instance|user|host|node|resource|cluster|vm)|not met|prevents|exists already|no "
     "endpoint|instead of|exceeds "
     "[0-9]+|blocked|inconsistent|cancell?ed|rollback|requires|different|"
     "exactly one|multiple|ensure|inaccessible|unreachable|unsupported|"
     "not supported|no longer supported|incompatible|incapable|erred|stuck|empty|undefined|"
     "mismatch(?:ed)?|duplicate[sd]?|corrupt(?:ed)?|isn't|aren't|wasn't|doesn't|didn't|don't|"
     "won't|(?:is|are|was|were|does|do|did|has|have|had) not|not able|no longer|no instance type|"
     "(?:less|greater|fewer|larger|smaller) than|at least|must|"
     "nil|bad (?:[a-z]+ )?address|not (?:set|installed|registered|populated|contained|mentioned)|"
     "lower than|not in [a-z]+ (?:state|status)|required|lost|wrong|unacceptable|not "
     "acceptable|illegal|impossible|"
     "unusable|not usable|overlapping|only supported|older than|more than one|invalid|"
     "already (?:has|have|contains?|active|acquired|registered)|expected [^.;]{1,80} but "
     "(?:got|received|was|found)|incorrect|problem|misconfigur\\w+|"
     "unexpected|unrecogni[sz]ed|violat\\w+|prohibited|contact (?:your|support|sales))\\b"},
    {"of-a-machine", CloudWord, Phrase,
     "\\b(?:networks?|clients?|credentials?|flavou?rs?|machine ?types?|cores?|memory|cpus?|"
     "instances?|vms?|vmi|virtual ?machine(?: "
     "?instance)?s?|servers?|images?|disks?|volumes?|nics?|network "
     "interfaces?|load "
     "?balancers?|templates?|clon(?:e|ed|ing)|launch(?:ing|ed)?|provision(?:ing|ed)?|"
     "deploy(?:ing|ed|ment)?|hosts?|bmc|ironic|security groups?|subnets?|ports?|floating ips?|"
     "hypervisors?|data "
     "?centers?|machines?|datastores?|datavolumes?|cloud|ec2|azure|gce|googleapi|openstack|vcenter|"
     "powervs|firmware|boot|pxe|hardware|guests?|agents?)\\b|serverfaultcode"},
    {"of-the-cluster", ClusterWord, Phrase,
     "\\b(?:pods?|containers?|deployments?|replica ?sets?|daemon ?sets?|stateful "
     "?sets?|jobs?|nodes?|"
     "kubelet|operators?|ingress|namespaces?|csrs?|probes?|webhooks?|controllers?|evict(?:ed|ion|"
     "ing)?|"
     "reconcil(?:e|ed|er|ing|iation)|etcd|rollout|upgrades?|metrics?|add-?ons?)\\b"},
    {"condition-reason", Failed, Code,
     "InstanceProvisionFailed|VMProvisionFailed|VMCreateFailed|InstanceCreateFailed|"
     "InstanceErrored|InstanceStateError|InstanceTerminated|InstanceStopped|InstanceDeleted|"
     "InfrastructureTemplateCloningFailed|BootstrapTemplateCloningFailed|MachineCreationFailed|"
     "PreflightCheckFailed|SecurityGroupsSyncFailed|SecurityGroupsFailed|InvalidMachineSpec|"
     "OpenStackError|DependencyFailed|MachineHasFailure|CloningFailed|PoweringOnFailed|"
     "CreateError|UpdateError|DeleteError|JoinClusterTimeoutError|InstanceBootstrapFailed|"
     "BootstrapFailed|ProvisionFailed|ProvisioningFailed|LaunchFailed|ELBAttachFailed|"
     "ELBDetachFailed|InstanceSecurityGroupsFailed|ImageReconciliationFailed|"
     "[a-z]*ReconciliationFailed|[a-z]*(?:Provision|Creation|Create|Deployment)Failed|"
     "FailedToCreate|InstanceFailed|MachineError|VMFailed|TaskFailure|"
     "CreateMachineError|UpdateMachineError"},
};

}  // namespace

std::span<const Pattern> shared_failure_patterns() { return failure_list; }

}  // namespace telltale
