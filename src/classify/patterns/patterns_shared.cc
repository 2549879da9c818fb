// SPDX-License-Identifier: Apache-2.0
// What everybody says in the same words: quotas, capacity, things that are not there, and what only
// looks like one of them.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern shared_list[] = {
    {"own-concurrency", Harmless, Phrase, "max concurrent quota|maxconcurrent"},
    {"evaluation-cost", Harmless, Phrase, "(?:actual )?cost limit exceeded|cost budget exceeded"},
    {"job-limit", Harmless, Code,
     "BackoffLimitExceeded|ProgressDeadlineExceeded|ActiveDeadlineExceeded|OOMKilled"},
    {"job-deadline", Harmless, Phrase, "job was active longer than|^status condition transitioned"},
    {"filesystem-quota", Harmless, Phrase,
     "(?:write|open|mkdir|create) /[^ ]*: disk quota exceeded"},
    {"own-limits", Harmless, Phrase,
     "exceeds? limits? for nodepool|nodepool limits?|cluster limits?"},
    {"node-startup", Harmless, Phrase,
     "node failed to report|could not find node ref|node ?startup ?timeout|node (?:is )?not ready "
     "yet"},
    {"quota-is-fine", Harmless, Phrase,
     "quotas? (?:check |validation )?(?:passed|succeeded|approved|ok\\b|is sufficient|available|"
     "increase (?:was |has been )?(?:approved|granted))|within (?:the )?(?:quota|limits?)\\b|"
     "\\bsufficient quota"},
    {"own-maximum", Harmless, Phrase,
     "max(?:imum)?(?: [^ .:;]+){0,3} size reached|trigger scale-up|scaling "
     "actions?\\b|maxunhealthy|max(?:imum)? "
     "(?:node|replica)s? reached|"
     "\\bremediation (?:is|was|not|of|for|strategy|in)\\b|\\bdrain(?:ing|ed)?\\b|machine ?health "
     "?check|health ?checks? "
     "(?:failed|failing|succeeded|passed|has)|(?:readiness|liveness|startup) probe|"
     "minimum availability|\\b(?:no|without|0) (?:errors?|failures?|issues?)\\b|history "
     "limit|disruption budget|excluded because they would breach|"
     "\\bhpa\\b|horizontalpodautoscaler|replica count"},
    {"node-side", Harmless, Phrase,
     "(?:cluster|ingress|authentication|console|monitoring|network|machine-config|dns) operator\\b|"
     "kubelet:? (?:has|stopped|failed)|garbage collect|for daemons?\\b|daemon ?sets?\\b|live "
     "?migrat|\\bcni "
     "(?:plugin|config)|container runtime network|fork/exec "
     "|\\bcgroup\\b|killed process|(?:was|been) killed|pids? limit|\\boom\\b|out of "
     "memory|evict(?:ing)? pod|ephemeral-storage|ephemeral local storage|in container\\b|"
     "limits? of containers?|"
     "recorded expectations|restarting failed container|metrics api\\b|\\bunhealthynode\\b"},
    {"says-nothing", Harmless, Phrase,
     "^(?:there was )?(?:an? )?(?:unknown|unspecified) (?:[a-z]+ )?error(?: occurred)?\\.?$|"
     "throttled [0-9.]+[^ ]{0,2}s\\b"},
    {"waiting", Progress, Phrase,
     "\\byet\\b|(?:^|[:*.] )(?:\\w+: )?(?:still )?waiting (?:for|on|until)|\\bstill [a-z]+ing\\b|"
     "is not (?:approved|reported as running)\\b|"
     "successfully (?:created|launched|provisioned|started|updated|scaled|deleted|applied)|"
     "(?:created|launched|provisioned|started|updated|scaled|deleted|completed) successfully|\\bin "
     "?progress\\b|datasecretname|"
     "bootstrap data (?:secret )?(?:is |are |was )?(?:not|to be|available)|"
     "will be (?:retried|requeued|created)|(?:is|are) (?:being|currently) (?:created|provisioned|"
     "built|started|scaled|updated)|(?:wait(?:ed|s|ing)?|until|for|pending)<few> to be "
     "(?:available|ready|created|set|provisioned)|"
     "retry(?:ing)? in [0-9]"},
    {"not-ready", NotReady, Phrase, "is not (?:done|ready|running|initialized|enabled|for)\\b"},
    {"waiting-reason", Progress, Phrase,
     "\\bwaitingfor[a-z]+|^[a-z]*(?:creating|pending|building|starting|queued|inprogress|notready|"
     "poweringon|provisioning|cloning|deleting|started|notyetfound|agentisnotapproved)$"},

    {"rate-limit-code", RateLimit, Code,
     "TooManyRequests|TooManyRequestsException|RequestLimitExceeded|rateLimitExceeded|Throttling|"
     "ThrottlingException|rate_limit_exceeded|RateLimited|RateLimitExceeded|ThrottledRequests|"
     "toomanyrequests|RequestThrottled|SlowDown|[a-z]*(?:RateLimit|RequestLimit)Exceeded|"
     "[a-z]*Throttl(?:ed|ing)"},
    {"rate-limit", RateLimit, Phrase,
     "rate exceeded|rate limits?\\b|rate limiter wait|rate ?limited\\b|rate-limit|too many "
     "requests|"
     "requests have been received|(?:request|api call|call|api request) rate|api rate|"
     "request(?:s)? (?:was|were|is|are|has been|have been|being|got) throttled|throttled by|"
     "requests?(?:\\(s\\))? can be made|client-side throttling|being throttled|request "
     "throttl|throttling error|"
     "rate of requests|(?:requests|queries|calls) per (?:second|minute|hour)|"
     "exceeded the (?:rate|number of requests)|retry quota|api quota|quota group|request quota|"
     "call (?:rate|volume)|requests? (?:limit|rate) (?:was |has been )?exceeded"},
    {"rate-limit-status", RateStatus, Phrase,
     "status ?code[:= '(]+429|status[:= '(]+429|http(?:/[12.]+)?[:= ]+429|error[:= ]+429|"
     "code'?[:= (]+429|\\(429\\)|response 429|got 429|got instead: 429|\\[429\\]|^'?429\\b"},
    {"rate-period", RatePeriod, Phrase, "per[- _]?(?:minute|second|hour)\\b|requests per"},

    {"expired-session", Passing, Code,
     "ExpiredToken|ExpiredTokenException|RequestExpired|ExpiredAuthenticationToken|"
     "TokenRefreshError"},
    {"expired-session-text", Passing, Phrase,
     "conflict with a concurrent|signature not yet current|(?:security )?token (?:included in the "
     "request )?is expired|request has expired|"
     "session (?:token )?(?:has )?expired|access token (?:has )?(?:expired|expiry)|"
     "token (?:has )?expired|expired session"},
    {"at-work", Passing, Phrase,
     "conflict(?:s|ed)? with (?:another|other|a concurrent|an existing) "
     "(?:request|operation|update)|"
     "(?:another|existing|concurrent|previous|conflicting) (?:[a-z]+ )?(?:operation|task|update|"
     "request|change)s?(?: [^ .;:]+){0,4} (?:in progress|running|pending|ongoing|being processed)|"
     "(?:task|operation) (?:is )?already in progress|an in[- ]progress (?:[a-z]+ "
     "){0,4}operation|already being used by another|"
     "(?:has|have) (?:an? )?(?:[a-z]+ )?(?:update|operation|upgrade) in progress|"
     "(?:operation|task [^ ]+) is already running|an ongoing (?:[a-z]+ "
     ")?(?:operation|task|update|change|upgrade|migration)|"
     "(?:is|are) being (?:converted|moved|resized)|"
     "until [^.;]{1,80} has been (?:successfully )?(?:created|completed|deleted|detached)|"
     "lock (?:can ?not|could not) be acquired|"
     "error (?:acquiring|locking) (?:the )?(?:[a-z]+ )?(?:lock|state)|code = aborted|"
     "due to (?:an )?(?:ongoing |system )(?:upgrade|update|maintenance)|retry after some time|"
     "(?:failed|unable) to (?:acquire|obtain|get) (?:the |a |an )?(?:[a-z]+ )?lock\\b|"
     "running (?:an )?incompatible operation|(?:state|status):? '?pending_(?:update|create|"
     "delete)|\\bin '?pending_(?:update|create|delete)|while it is in task_state|"
     "\\ban operation with the given [^;]{0,120}already exists|"
     "(?:claimed|reserved|locked|held) by (?:another|a different|some other)\\b|"
     "is (?:being|currently being) (?:deleted|updated|modified|created|used/modified)[;,]? (?:by "
     "|and |"
     "another )|(?:is )?locked by (?:host|another|a different)|has not (?:finished|completed) "
     "yet[;,] "
     "(?:please )?retry|being used/modified"},
    {"will-retry", Passing, Phrase,
     "\\bis currently [a-z]+ing (?:cluster|node|resource|the|load)|please wait "
     "(?:and|until|for)|(?:could not be completed|unable to complete)<few> at this time|"
     "in (?:a )?non[- ]?terminal (?:provisioning )?state|"
     "must be in one of the following provisioning states|"
     "expected (?:[^ ]+ ){0,3}to be [a-z]+ed but was [a-z]+ing\\b|"
     "invalid character '[^']*' looking for beginning of value|invalid fingerprint|fingerprint "
     "mismatch|"
     "has prevented the request from succeeding|error sending request for|"
     "\\bretr(?:y|i)able error|is retr(?:y|i)able\\b"},
    {"retrying", Retrying, Phrase,
     "\\bwill (?:retry|be retried)\\b|\\bretrying\\b|\\bre-?queu(?:e|ing) (?:in|after)\\b|"
     "sleeping before retry|re-?queue?ing\\b|operation will be retried"},
    {"not-retryable", Fault, Phrase, "non-?retr(?:y|i)able|not retr(?:y|i)able"},
    {"information", Informing, Phrase,
     "^[^a-z]{0,8}(?:level=)?(?:info|debug|debu|notice)\\b|level=(?:info|debug)\\b|"
     "^[^a-z]{0,8}(?:creating|deleting|removing|updating|installing|launching|starting|scaling|"
     "reconciling|deploying|destroying|provisioning|replacing|handling|ensuring|generating|"
     "importing|uploading|downloading|cloning|registering|upgrading|skipping|using|checking|"
     "terminating|disrupting|waiting|applying|adding|ignoring)\\b[^:]*$|"
     "updated status from '|\\b(?:create|update|delete)_complete\\b|"
     "; (?:skipping|choosing|ignoring|"
     "using)\\b|, (?:skipping|ignoring)\\b|\\bno changes\\b"},
    {"template", Source, Phrase,
     "\\btemplates?\\b|\\bsource (?:vm|virtual ?machine|instance)|"
     "(?:service|cloud)[ -]instances?(?:[ ',;:.)]|$)|"
     "(?:datastore|compute) cluster|cluster '/"},
    {"state-that-passes", Moving, Phrase,
     "\\bin (?:an? |the )?(?:state |status )?'?(?:pending|creating|deleting|updating|stopping|"
     "starting|attaching|detaching|modifying|building|provisioning|cleaning|rebooting|resizing|"
     "migrating|rebuilding|powering-?on|scaling|queued|initiali[sz]ing|deploying|clean ?wait|wait "
     "call-?back|inspecting|upgrading|reconfiguring|pending_[a-z]+)'?(?: (?:state|status|phase)|"
     "[.,;]|$)|"
     "\\bnot (?:yet )?in (?:an? |the )?'?(?:active|available|ready|succeeded|online|"
     "provisioned|operational)'? (?:state|status|phase)\\b|"
     "not in a valid state\\b|\\bis (?:still )?(?:attaching|detaching|creating|deleting|updating|"
     "rebooting)[,.;]|"
     "\\bis (?:still )?being (?:created|deleted|updated|modified|attached|detached|provisioned|"
     "cleaned|terminated|built|migrated)\\b"},
    {"instance-itself", Itself, Phrase,
     "(?:could not|couldn't|cannot|can't|unable to|failed to) (?:find|locate) (?:the |an? )?"
     "(?:vmss|vmi?|instance|virtual machine|server|machine|virtual guest)"
     "(?: by| with| named| for| in| '| [^ ]*-| [0-9]|[:.,;]|$)|"
     "\\binstance ids? '[^']*' do(?:es)? not exist|"
     "\\bno (?:vm|instance|virtual machine)s? (?:was |were )?found\\b|"
     "\\b(?:instance|vm|vmi|virtual ?machine|server)s? with (?:[a-z]+ ){0,2}(?:uuid|id|name) "
     "[^ ]+ (?:<gone>|notfound)|"
     "virtual guest '[^']*' does not|"
     "\\b(?:instance|vm|vmi|virtual ?machine|server|ec2 instance|machine instance)s? "
     "(?:<gone>|notfound)|"
     "\\b(?:instance|vm|vmi|virtual ?machine|server)s? (?:with )?(?:id |name |ids |named )?"
     "(?:'[^']*'|i-[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{27}) (?:was |were |is |could |can)?(?: ?not "
     "|n't )"
     "(?:be )?(?:found|exist)|"
     "\\b(?:instance|vm|virtual ?machine|server)s? (?:'[^']*'|[^ ]+-[^ ]+) (?:does not exist|not "
     "found|was not found)"},
    {"instance-itself-code", Itself, Code,
     "InvalidInstanceID\\.NotFound|InstanceNotFound|VMNotFound|VirtualMachineNotFound|"
     "ServerNotFound|MachineNotFound|NodeNotFound|NodeClaimNotFound|PodNotFound|ClusterNotFound"},
    {"kubernetes-object", Itself, Phrase,
     "(?:^|[ "
     "'(:])(?:machines?|machinesets?|machinedeployments?|nodes?|clusters?|nodepools?|"
     "hostedclusters?|"
     "nodeclaims?|pods?|\\w+machines?)(?:\\.[a-z0-9.-]+\\.(?:io|com))? '[^']*' not found"},

    {"missing-phrase", MissingPhrase, Phrase,
     "<noun><id>?<few> (?:<gone>|(?:has been|was|is|were) (?:deleted|deregistered|removed|not "
     "present|unknown)\\b)"},
    {"looked-for", MissingPhrase, Phrase,
     "(?:(?:could not|couldn't|cannot|can't|can not|unable to|failed to|not able to) "
     "(?:find|locate|resolve|discover)|\\bno "
     "(?:such|matching|suitable|existing)|"
     "(?:did|do|does)(?: not|n't) match any|references? (?:a |an "
     ")?(?:non-?existent|missing|unknown|"
     "deleted))(?: (?:the|a|an|any|at|least|one|two|specified|referenced|requested|suitable|"
     "matching|existing|given|latest|such|default|valid|target|powervs|vpc|cos|ibm|nutanix|ec2))* "
     "(?:<noun>|(?:cos|service|cloud) instance\\b|project\\b)"},
    {"none-there", MissingPhrase, Phrase,
     "\\b(?:no|found no) (?:[a-z]+ ){0,2}<noun>(?: [^ .;:]+){0,4} (?:was |were "
     ")?(?:found|exists?)\\b|"
     "\\bfound no (?:[a-z]+ ){0,2}<noun>|"
     "\\b(?:no|missing|unknown|non-?existent) "
     "(?:sub-?net(?:work)?s?|networks?|images?|amis?|security "
     "groups?|flavou?rs?|templates?|instance profiles?|storage ?class(?:es)?|snapshots?)\\b<few> "
     "(?:available|found|exists?|match(?:ed|ing)?|named|(?:with (?:the )?(?:given )?)(?:id|name|"
     "filter|tag)s?)\\b"},
    {"counted-none", MissingPhrase, Phrase,
     "\\bfound (?:zero|0) (?:[a-z]+ ){0,2}(?:<noun>|clusters?|projects?)\\b|"
     "\\bno (?:default|public|private) subnets? (?:available|for)\\b|"
     "\\bno (?:nat|internet) gateways? (?:are |is )?available\\b"},
    {"image-manifest", MissingCode, Phrase, "manifest unknown|manifest for [^ ]+ not found"},
    {"secret", MissingPhrase, Phrase, "\\bsecrets? '[^']*' not found"},
    {"node-class", MissingCode, Phrase,
     "(?:nodeclass(?:es)?|nodetemplates?)\\.[a-z0-9.-]+ '[^']*' not found"},
    {"missing-code", MissingCode, Code,
     "(?:Image|Subnet|Network|SecurityGroup|Flavor|Volume|Snapshot|Disk|KeyPair|Key|Role|"
     "InstanceProfile|LaunchTemplate|ResourceGroup|Template|Datastore|Folder|StorageClass|AMI|"
     "Vpc|VPC|Resource|ParentResource|TargetGroup|LoadBalancer|HostedZone|Identity|"
     "UserAssignedIdentity|AvailabilitySet|ComputeCluster|PlacementGroup|SSHKey|Port|"
     "PersistentVolumeClaim|PVC|"
     "DataVolume)s?(?:Id|ID|Name)?\\.?(?:NotFound|Missing|DoesNotExist)(?:Exception|Error|Fault)?|"
     "(?:image|subnet|network|vpc|security_group|key|volume|snapshot|profile|instance_profile|"
     "resource_group|floating_ip|placement_target|load_balancer)_not_found"},
    {"missing-in-code", MissingCode, Phrase,
     "; (?:[a-z0-9]+ )*<noun>(?: ids?| names?| versions?)? (?:not found|does not exist|not "
     "exist)(?: ;| in\\b| by\\b| exception| error| fault|$)"},
    {"resource-not-found", MissingWord, Phrase,
     "(?:could not|cannot|unable to|failed to) (?:look ?up|resolve) (?:the |a |an )?<noun>|"
     "resource not found|<gone>|\\bnot found\\b|cannot be found|no such (?:entity|file|object)|"
     "\\bno (?:[^ .;:,]+ ){1,7}found\\b|returned (?:no|zero|0) (?:results|matches|items)|"
     "(?:did|does) not return any|"
     "matched no (?:results|resources)"},
    {"not-found-status", MissingWord, Code,
     "[a-z]*NotFound(?:Exception|Error|Fault)?|NOT_FOUND|404"},
    {"not-a-cloud-resource", NotAResource, Phrase,
     "\\bno (?:[^ ]+ )?(?:annotations?|labels?|handlers?|informers?|conversions?) (?:[^ ]+ "
     "){0,3}found|"
     "\\bservice [a-z]+-[a-z-]+ <gone>|\\bendpoint for [^.;:]{1,80} <gone>|found in (?:the |its "
     ")?(?:cache|status|owner "
     "ref|nodeclaim|auth config|[a-z]+ response)|"
     "kubeconfig:|kubeconfig(?: file| secret)?(?: '[^']*'| [^ ',;]+)? <gone>|"
     "no (?:\\w+ )?(?:errors?|issues?|problems?|changes|preemption victims) (?:were "
     ")?found|"
     "command not found|executable file not found|\\b(?:method|endpoint|page|url|path|route|record|"
     "user|property|field|attribute|column|function|module|plugin|provider|driver|host(?:name)?|"
     "domain|dns name|kubeconfig|context|label|annotation|finalizer|crd|kind|config(?:uration)?(?: "
     "file)?|credentials?|configmap|token|environment "
     "variable|(?:kubernetes|api|openshift|release) version|operator|node|"
     "machine|cluster|owner|bootstrap data|infrastructure|controller|certificate authority|"
     "operation|task|device|release|marker|extension|migration|action|event|quota|"
     "metric|cache)s?(?: ref(?:erence)?| name)?(?: ?'[^']*'| [^ ',;]+)? <gone>|"
     "no such file or directory|no such host|no matches for kind|"
     "\\bno (?:suitable |matching |valid "
     ")?(?:endpoints?|devices?|roots?|providers?|drivers?|version|"
     "user|session)\\b(?: [^ .;:,]+){0,4} found|"
     "could not find the requested resource|must not exist|specified in the config|"
     "configmaps? '[^']*' not found|already exists?\\b|do not exist in (?:the )?schema"},

    {"quota-code", QuotaCode, Code,
     "QuotaExceeded|QUOTA_EXCEEDED|over_quota|OverQuota|QuotaLimitExceeded|quota_exceeded|"
     "ServiceQuotaExceededException|InsufficientQuota|MissingQuota|QuotaLimitReached|"
     "(?:Instance|Vcpu|Volume|Address|Cores?|Resource)LimitExceeded"},
    {"limit-code", LimitPhrase, Code,
     "[a-z0-9]+LimitExceeded(?:Exception|Fault)?|[a-z]+LimitReached"},
    {"other-limit-code", NotAQuota, Code,
     "[a-z]*(?:Tags?|Backoff|Cost|Time|Retry|Size|Length)LimitExceeded|NumVirtualCpusExceedsLimit"},
    {"too-long-code", Invalid, Code, "[a-z]*(?:Tags?|Size|Length)LimitExceeded"},
    {"any-quota-code", QuotaCode, Code, "[a-z0-9]+Quota(?:Exceeded|Reached|LimitReached)[a-z]*"},
    {"quota-phrase", QuotaPhrase, Phrase,
     "\\bquotas?'?<few> (?:is |was |has been |have been |already |would be |will be )?"
     "(?:exceeded|reached|exhausted|insufficient)|"
     "\\bexceed(?:s|ed|ing)?<few> quotas?\\b|\\bover[- ](?:the |your |its |allowed )?quota\\b|"
     "exceeded quota:|due to(?: [^ .;:]+){0,3} quotas?\\b|(?:not|n't) (?:have |be "
     ")?(?:enough|sufficient)"
     "(?: [^ .;:]+){0,3} quota\\b|"
     "(?:insufficient|no remaining|no available|out of|lack of|reached|"
     "hit|exhausted)(?: [^ .;:]+){0,3} quota\\b|quota (?:limit )?(?:is )?(?:too low|of 0\\b)|"
     "quota allows (?:for )?(?:only |up to )?[0-9]+|beyond (?:the |your )?quota|quota is not "
     "(?:enough|sufficient)|violat\\w+<few> quota|"
     "(?:more|greater|larger|higher) than(?: [^ .;:]+){0,3} quota\\b|"
     "request(?:ing)? (?:a |an )?(?:quota|limit) increase"},
    {"quota-word", QuotaWord, Phrase, "\\bquotas?\\b"},
    {"used-up", OverWord, Phrase,
     "\\b(?:exceed(?:s|ed|ing)?|reached|has been met|exhausted|insufficient|not enough|no more|"
     "used up|increase request|request(?: for| an?)? (?:quota )?increase)\\b|"
     "request for quota increase|quota increase|raise (?:the|your) quota"},
    {"limit-phrase", LimitPhrase, Phrase,
     "\\blimits?'?<many> (?:exceeded|reached)|"
     "\\b(?:exceed(?:s|ed|ing)?|reached|hit)<few> (?:limits?|maximum)\\b|"
     "exceed(?:s|ed|ing)? (?:the |your )?(?:allowed |maximum |permitted )?number of|"
     "(?:maximum|allowed) number of(?: [^ .;:]+){1,5} (?:is|was|has been|have been) "
     "(?:met|used|hit)|"
     "\\bthan (?:the |your )?(?:(?:current|allowed|maximum) )+(?:[^ .;:]+ ){0,2}limit|"
     "\\b(?:count|number of [^ ]+|maximum [^ ]+) (?:has been |was |is )?(?:exceeded|reached)|"
     "maximum (?:number|amount|count)<many> (?:exceeded|reached)|more than the limit of|"
     "(?:above|beyond|over) (?:the|your) (?:limit|maximum)\\b|"
     "cannot create (?:any )?more \\w+|(?:cannot|can't) (?:add|create|have|attach|use) more than "
     "[0-9]+|"
     "(?:max|maximum)<few> (?:exceeded|reached)"},
    {"not-a-quota", NotAQuota, Phrase,
     "\\b(?:pods?|pids?|inotify|files?|descriptors?|connections?|threads?|process(?:es)?|"
     "containers?|replicas?|surge|node ?(?:group|pool)s?|memory) (?:limits?|maximum) (?:and|in|of)|"
     "(?:retry|retries|attempts?|back-?off|time|rate|cost|size|length|character|restarts?|"
     "depth|recursion|concurren\\w+|budget|pull|grace|log|message|requests?|header|body|payload|"
     "token|context|timeout|deadline|redirects?|poll\\w*|wait\\w*|tags?|duration|lifetime|age|"
     "failures?|nesting|expression|iterations?)'? (?:limits?|count|period)|"
     "not (?:been )?(?:reached|exceeded)|concurrent [a-z]+ limit|limit of (?:[0-9]+ "
     ")?concurrent|\\b(?:swap|heap|stack|file|descriptor|thread|process|ulimit) limit|"
     "number of tags|(?:number of|max(?:imum)?|many) (?:consecutive |allowed "
     ")?(?:retries|attempts|retry|tries|"
     "redirects|restarts|failures|iterations|characters|bytes|tags|polls|scheduling attempts)|"
     "maximum (?:length|size|time|duration|retry|wait\\w*|age|message|allowed (?:length|size))|"
     "(?:retries|attempts|deadline|timeout) (?:has been |was )?(?:exceeded|reached)|"
     "limit of [0-9]+ (?:characters|bytes|retries|attempts|tags)|limited to [0-9]+ bytes|"
     "too long|max(?:imum)? unhealthy|maxunhealthy|limits? of the flavou?r|file (?:path|content)|"
     "metadata items|serial port"},

    {"capacity-code", CapacityCode, Code,
     "InsufficientCapacity|InsufficientInstanceCapacity|InsufficientResources|OutOfCapacity|"
     "[a-z]+Insufficient(?:Instance|Host|IP|Address|Free)?[a-z]*(?:Capacity|Space|Addresses|"
     "Resources)|"
     "InsufficientCidr(?:Blocks)?|InsufficientCapacityError|OutOfResources?|[a-z-]+-cannot-be-"
     "fulfilled|NoCapacity|"
     "CapacityUnavailable|InsufficientCapacityException"},
    {"capacity-phrase", CapacityPhrase, Phrase,
     "(?:\\b(?:insufficient|lacks?|lack of|no "
     "(?:more|available|free|spare|remaining|active)|(?:ran |run "
     "|running )?out of|short of|shortage of)|"
     "(?:\\bnot|n't) (?:currently )?(?:have |be )?(?:enough|sufficient|available|any))"
     "(?: [^ .;:,]+){0,3} "
     "(?:capacity|host capacity|resources?|hosts?|vcpus?|cpus?|cores?|processors?|"
     "gpus?|disk space|storage space|datastore space|ip address(?:es)?|ips|address(?:es)?|"
     "accelerators?|agents?|(?:ip )?space|physical memory|servers "
     "available|devices\\.kubevirt\\.io/\\w+)\\b|"
     "\\b[0-9]+ insufficient [a-z./-]+|insufficient (?:hugepages|ephemeral|[a-z]+\\.[a-z]+/)|"
     "\\b(?:ips?|ip address(?:es)?|hosts?) not available\\b|"
     "\\bno (?:[^ .;:,]+ ){0,2}(?:hosts?|ip "
     "address(?:es)?|ips|addresses|capacity|hypervisors?|backends?) "
     "(?:is |are |were )?(?:currently )?(?:available|left|matched)\\b|"
     "\\ball (?:[^ .;:,]+ ){0,3}(?:hosts?|agents?|offerings|instance "
     "types|zones|sizes|skus|servers|"
     "backends) (?:are|were) (?:currently )?(?:in use|unavailable|busy|full|exhausted|occupied)|"
     "(?:cannot|can't|could not|couldn't|unable to|failed to) find (?:a |an |any )?(?:suitable |"
     "available |compatible |matching |valid )*(?:host|hypervisor|placement|weighted "
     "backend|weighed "
     "backend|backend)|due to (?:insufficient |lack of |limited |low )?capacity|"
     "(?:heavy|high) (?:usage|demand) in|capacity heavy usage|\\b0 (?:suitable|available|matching|"
     "free) [a-z]*(?:hosts?|agents?)|"
     "no (?:suitable|available|matching|free|unused) (?:bare ?metal "
     "?)?(?:machines?|servers?|systems?|"
     "nodes?)\\b|but only [0-9]+ (?:is |are )?(?:ready|available|free)|(?:insufficient|(?:not|n't) "
     "(?:have |be )?(?:enough|sufficient))"
     "(?: [^ .;:,]+){0,2} memory\\b|\\bno (?:hosts?|nodes?|systems?|hypervisors?) "
     "(?:with|that|which|"
     "has|have|can) |"
     "\\b(?:zones?|regions?|locations?)<few> (?:is|are) (?:currently )?(?:not "
     "available|unavailable|not "
     "supported) (?:for|to|in)\\b|"
     "exceed(?:s|ed|ing)?<few> (?:available |free |host )?capacity\\b|currently constrained|"
     "(?:subnet|address(?:es)?|ip (?:space|pool|range)|address (?:space|pool)|cidr|capacity|ips)"
     "<few> (?:is |are |was |has been |have been )?exhausted|"
     "capacity (?:is |was |are )?(?:currently )?(?:not available|unavailable|insufficient|"
     "exhausted|constrained)|no (?:\\w+ )?capacity\\b|not offered in|sold out|"
     "(?:unable|failed|not able|impossible) to allocate(?: [^ .;:]+){0,3} (?:resources?|capacity|"
     "instances?|vms?|virtual machines?|hosts?|machines?)\\b|out of stock|stock-?out|"
     "(?:sku|(?:vm |requested )?size|(?:instance|machine|vm|accelerator|server) "
     "type|shape|profile)s?"
     "<few> (?:is|are|was|were|may|might|can) (?:currently )?(?:not available|not be "
     "available|unavailable|"
     "not offered|not "
     "supported) "
     "(?:in|for|at|during)\\b|cannot provision any more|(?:unable to|cannot|could not) "
     "(?:fulfill|satisfy)"
     "(?: [^ .;:]+){0,3} capacity|"
     "no valid host|do not have sufficient<few> capacity|"
     "(?:failed|unable|not able) to (?:acquire|assign|obtain|reserve)(?: [^ .;:]+){0,2} "
     "(?:resources|capacity|ip addresses|ips)\\b|"
     "(?:failed|unable|not able) to (?:assign|reserve|allocate) an ip address\\b|\\bexhausted "
     "(?:ip|address) pools?|"
     "no resources? satisfying|"
     "(?:size|type|sku)<few> is not allowed in your subscription in (?:location|region)|"
     "not support<few> instances in [^ ]+ the targeted|"
     "(?:is |are )(?:currently )?(?:unavailable|not available|not supported|not offered) in "
     "(?:the |your |this )?(?:requested )?(?:availability )?(?:zone|region|location)|"
     "no suitable agents?\\b|no available (?:bare ?metal ?)?(?:hosts?|agents?)\\b"},
    {"none-free", CapacityPhrase, Phrase,
     "\\b(?:no|zero) (?:[^ .;:,]+ ){0,3}(?:hosts?|hypervisors?|v?gpus?|pci devices?|"
     "ip addresses|addresses|bare ?metal ?(?:hosts?|servers?|machines?)|physical machines?|slots?|"
     "(?:physical )?v?cpus?|allocation candidates?)(?: [^ .;:,]+){0,4} (?:is |are |was |were )?"
     "(?:free|available|left|match(?:es|ed|ing)?|remaining|eligible|unclaimed)\\b|"
     "(?:unable to|could not|cannot) find any ip address|"
     "(?:has|have|had) no (?:free|spare|remaining|provisionable|unused|unclaimed) |"
     "\\b(?:at|over|beyond) (?:full |its |maximum )?capacity\\b|lack of capacity|"
     "\\boversubscribed\\b|too few instances returned|host with a matching configuration|"
     "(?:unable|failed|not able) to (?:place|fit|accommodate) (?:the |a |an |any |this |requested "
     ")*"
     "(?:vm|instance|virtual machine|server|lpar|machine|guest|workload)|"
     "(?:vm|instance|virtual machine|server|lpar|machine)<few> (?:could not|cannot|can't) be "
     "placed|"
     "(?:does not|doesn't|cannot|can't) fit (?:on|in|into) (?:any|the (?:cluster|host|node))|"
     "no (?:[^ .;:,]+ )?room (?:for|on|in|left)\\b"},
    {"none-with-enough", CapacityCode, Phrase,
     "\\bno (?:[^ .;:,]+ ){1,4}(?:with|having|has|have|had) (?:enough|sufficient)\\b"},
    {"type-not-in-zone", CapacityCode, Phrase,
     "(?:could not|cannot|unable to) find (?:the )?(?:flavou?r|instance type|machine type|vm size|"
     "profile) in (?:the )?(?:requested |specified |given )?(?:zone|region|location)"},
    {"room-for-machines", CapacityWord, Phrase,
     "\\b(?:capacity|spot|accelerators?|gpus?|v?cpus?|cores?|memory|hosts?|hypervisors?|"
     "free ips?|ips? available|ip addresses|system pool|host "
     "pool|"
     "resource pool|zone|resources)\\b"},
    {"not-enough-information", NotALack, Phrase,
     "(?:insufficient|insufficent|not enough) (?:\\w+ )?(?:information|data|arguments?|parameters?|"
     "credentials?|scopes?|rights|access|details|context|time|replicas|nodes ready)|"
     "\\bversions? [^ ]+ (?:is|are) not (?:supported|available)|to insufficient \\(|"
     "not supported for the ami|no conductor service|not available for resource type|updated "
     "status from '"},
    {"not-enough", LackWord, Phrase,
     "\\b(?:insufficient|not enough|shortage|exhausted|sold out|not offered|unable to "
     "(?:fulfill|place|"
     "allocate)|could not be (?:fulfilled|placed|allocated|scheduled)|failed to place|is full|"
     "no compatible host|exceeds ips|cannot be (?:fulfilled by|placed|allocated))\\b"},
    {"unschedulable", Unschedulable, Phrase,
     "\\b0/[0-9]+ nodes are available|no nodes (?:are )?available to schedule"},
    {"unbound-storage", Unbound, Phrase,
     "unbound immediate persistentvolumeclaims?|volume node affinity conflict|"
     "persistentvolumeclaim '[^']*' (?:is being deleted|bound to non-existent)"},
};

}  // namespace

std::span<const Pattern> shared_patterns() { return shared_list; }

}  // namespace telltale
