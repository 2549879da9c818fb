// SPDX-License-Identifier: Apache-2.0

// Written by tools/kinds/generate; change that.

#include "server/proto/message_text.h"

namespace telltale::server {
namespace {

constexpr std::string_view kinds_text = R"(
AzureFilePersistentVolumeSource secretName=1! shareName=2! readOnly=3:bool secretNamespace=4*
CSIPersistentVolumeSource driver=1! volumeHandle=2! readOnly=3:bool fsType=4 volumeAttributes=5{}
  controllerPublishSecretRef=6:SecretReference* nodeStageSecretRef=7:SecretReference*
  nodePublishSecretRef=8:SecretReference* controllerExpandSecretRef=9:SecretReference*
  nodeExpandSecretRef=10:SecretReference*
CephFSPersistentVolumeSource monitors=1[] path=2 user=3 secretFile=4 secretRef=5:SecretReference*
  readOnly=6:bool
CinderPersistentVolumeSource volumeID=1! fsType=2 readOnly=3:bool secretRef=4:SecretReference*
FlexPersistentVolumeSource driver=1! fsType=2 secretRef=3:SecretReference* readOnly=4:bool
  options=5{}
GlusterfsPersistentVolumeSource endpoints=1! path=2! readOnly=3:bool endpointsNamespace=4*
ISCSIPersistentVolumeSource targetPortal=1! iqn=2! lun=3:int! iscsiInterface=4 fsType=5
  readOnly=6:bool portals=7[] chapAuthDiscovery=8:bool chapAuthSession=11:bool
  secretRef=10:SecretReference* initiatorName=12*
LocalVolumeSource path=1! fsType=2*
ModifyVolumeStatus targetVolumeAttributesClassName=1 status=2!
PersistentVolume metadata=1:ObjectMeta spec=2:PersistentVolumeSpec status=3:PersistentVolumeStatus
PersistentVolumeClaim metadata=1:ObjectMeta spec=2:PersistentVolumeClaimSpec
  status=3:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition type=1! status=2! lastProbeTime=3:time lastTransitionTime=4:time
  reason=5 message=6
PersistentVolumeClaimStatus phase=1 accessModes=2[] capacity=3{}:quantity
  conditions=4[]:PersistentVolumeClaimCondition allocatedResources=5{}:quantity
  allocatedResourceStatuses=7{} currentVolumeAttributesClassName=8*
  modifyVolumeStatus=9:ModifyVolumeStatus*
PersistentVolumeSource gcePersistentDisk=1:GCEPersistentDiskVolumeSource*
  awsElasticBlockStore=2:AWSElasticBlockStoreVolumeSource* hostPath=3:HostPathVolumeSource*
  glusterfs=4:GlusterfsPersistentVolumeSource* nfs=5:NFSVolumeSource*
  rbd=6:RBDPersistentVolumeSource* iscsi=7:ISCSIPersistentVolumeSource*
  cinder=8:CinderPersistentVolumeSource* cephfs=9:CephFSPersistentVolumeSource*
  fc=10:FCVolumeSource* flocker=11:FlockerVolumeSource* flexVolume=12:FlexPersistentVolumeSource*
  azureFile=13:AzureFilePersistentVolumeSource* vsphereVolume=14:VsphereVirtualDiskVolumeSource*
  quobyte=15:QuobyteVolumeSource* azureDisk=16:AzureDiskVolumeSource*
  photonPersistentDisk=17:PhotonPersistentDiskVolumeSource* portworxVolume=18:PortworxVolumeSource*
  scaleIO=19:ScaleIOPersistentVolumeSource* local=20:LocalVolumeSource*
  storageos=21:StorageOSPersistentVolumeSource* csi=22:CSIPersistentVolumeSource*
PersistentVolumeSpec capacity=1{}:quantity .=2:PersistentVolumeSource accessModes=3[]
  claimRef=4:ObjectReference* persistentVolumeReclaimPolicy=5 storageClassName=6 mountOptions=7[]
  volumeMode=8* nodeAffinity=9:VolumeNodeAffinity* volumeAttributesClassName=10*
PersistentVolumeStatus phase=1 message=2 reason=3 lastPhaseTransitionTime=4:time
PodTemplate metadata=1:ObjectMeta template=2:PodTemplateSpec
PodTemplateSpec metadata=1:ObjectMeta spec=2:PodSpec
RBDPersistentVolumeSource monitors=1[] image=2! fsType=3 pool=4 user=5 keyring=6
  secretRef=7:SecretReference* readOnly=8:bool
ReplicationController metadata=1:ObjectMeta spec=2:ReplicationControllerSpec
  status=3:ReplicationControllerStatus
ReplicationControllerCondition type=1! status=2! lastTransitionTime=3:time reason=4 message=5
ReplicationControllerSpec replicas=1:int* minReadySeconds=4:int selector=2{}
  template=3:PodTemplateSpec*
ReplicationControllerStatus replicas=1:int! fullyLabeledReplicas=2:int readyReplicas=4:int
  availableReplicas=5:int observedGeneration=3:int conditions=6[]:ReplicationControllerCondition
ScaleIOPersistentVolumeSource gateway=1! system=2! secretRef=3:SecretReference* sslEnabled=4:bool
  protectionDomain=5 storagePool=6 storageMode=7 volumeName=8 fsType=9 readOnly=10:bool
SecretReference name=1 namespace=2
StorageOSPersistentVolumeSource volumeName=1 volumeNamespace=2 fsType=3 readOnly=4:bool
  secretRef=5:ObjectReference*
TopologySelectorLabelRequirement key=1! values=2[]
TopologySelectorTerm matchLabelExpressions=1[]:TopologySelectorLabelRequirement
VolumeNodeAffinity required=1:NodeSelector*
admissionregistration.ApplyConfiguration expression=1
admissionregistration.AuditAnnotation key=1! valueExpression=2!
admissionregistration.ExpressionWarning fieldRef=2! warning=3!
admissionregistration.JSONPatch expression=1
admissionregistration.MatchCondition name=1! expression=2!
admissionregistration.MatchResources namespaceSelector=1:LabelSelector*
  objectSelector=2:LabelSelector* resourceRules=3[]:admissionregistration.NamedRuleWithOperations
  excludeResourceRules=4[]:admissionregistration.NamedRuleWithOperations matchPolicy=7*
admissionregistration.MutatingAdmissionPolicy metadata=1:ObjectMeta
  spec=2:admissionregistration.MutatingAdmissionPolicySpec
admissionregistration.MutatingAdmissionPolicyBinding metadata=1:ObjectMeta
  spec=2:admissionregistration.MutatingAdmissionPolicyBindingSpec
admissionregistration.MutatingAdmissionPolicyBindingSpec policyName=1
  paramRef=2:admissionregistration.ParamRef* matchResources=3:admissionregistration.MatchResources*
admissionregistration.MutatingAdmissionPolicySpec paramKind=1:admissionregistration.ParamKind*
  matchConstraints=2:admissionregistration.MatchResources*
  variables=3[]:admissionregistration.Variable mutations=4[]:admissionregistration.Mutation
  failurePolicy=5* matchConditions=6[]:admissionregistration.MatchCondition reinvocationPolicy=7
admissionregistration.Mutation patchType=2!
  applyConfiguration=3:admissionregistration.ApplyConfiguration*
  jsonPatch=4:admissionregistration.JSONPatch*
admissionregistration.NamedRuleWithOperations resourceNames=1[]
  .=2:admissionregistration.RuleWithOperations
admissionregistration.ParamKind apiVersion=1 kind=2
admissionregistration.ParamRef name=1 namespace=2 selector=3:LabelSelector*
  parameterNotFoundAction=4*
admissionregistration.Rule apiGroups=1[] apiVersions=2[] resources=3[] scope=4*
admissionregistration.RuleWithOperations operations=1[] .=2:admissionregistration.Rule
admissionregistration.TypeChecking expressionWarnings=1[]:admissionregistration.ExpressionWarning
admissionregistration.ValidatingAdmissionPolicy metadata=1:ObjectMeta
  spec=2:admissionregistration.ValidatingAdmissionPolicySpec
  status=3:admissionregistration.ValidatingAdmissionPolicyStatus
admissionregistration.ValidatingAdmissionPolicyBinding metadata=1:ObjectMeta
  spec=2:admissionregistration.ValidatingAdmissionPolicyBindingSpec
admissionregistration.ValidatingAdmissionPolicyBindingSpec policyName=1
  paramRef=2:admissionregistration.ParamRef* matchResources=3:admissionregistration.MatchResources*
  validationActions=4[]
admissionregistration.ValidatingAdmissionPolicySpec paramKind=1:admissionregistration.ParamKind*
  matchConstraints=2:admissionregistration.MatchResources*
  validations=3[]:admissionregistration.Validation failurePolicy=4*
  auditAnnotations=5[]:admissionregistration.AuditAnnotation
  matchConditions=6[]:admissionregistration.MatchCondition
  variables=7[]:admissionregistration.Variable
admissionregistration.ValidatingAdmissionPolicyStatus observedGeneration=1:int
  typeChecking=2:admissionregistration.TypeChecking* conditions=3[]:Condition
admissionregistration.Validation expression=1! message=2 reason=3* messageExpression=4
admissionregistration.Variable name=1! expression=2!
apps.ControllerRevision metadata=1:ObjectMeta data=2:json revision=3:int!
apps.DaemonSet metadata=1:ObjectMeta spec=2:apps.DaemonSetSpec status=3:apps.DaemonSetStatus
apps.DaemonSetCondition type=1! status=2! lastTransitionTime=3:time reason=4 message=5
apps.DaemonSetSpec selector=1:LabelSelector* template=2:PodTemplateSpec!
  updateStrategy=3:apps.DaemonSetUpdateStrategy minReadySeconds=4:int revisionHistoryLimit=6:int*
apps.DaemonSetStatus currentNumberScheduled=1:int! numberMisscheduled=2:int!
  desiredNumberScheduled=3:int! numberReady=4:int! observedGeneration=5:int
  updatedNumberScheduled=6:int numberAvailable=7:int numberUnavailable=8:int collisionCount=9:int*
  conditions=10[]:apps.DaemonSetCondition
apps.DaemonSetUpdateStrategy type=1 rollingUpdate=2:apps.RollingUpdateDaemonSet*
apps.Deployment metadata=1:ObjectMeta spec=2:apps.DeploymentSpec status=3:apps.DeploymentStatus
apps.DeploymentCondition type=1! status=2! lastUpdateTime=6:time lastTransitionTime=7:time reason=4
  message=5
apps.DeploymentSpec replicas=1:int* selector=2:LabelSelector* template=3:PodTemplateSpec!
  strategy=4:apps.DeploymentStrategy minReadySeconds=5:int revisionHistoryLimit=6:int*
  paused=7:bool progressDeadlineSeconds=9:int*
apps.DeploymentStatus observedGeneration=1:int replicas=2:int updatedReplicas=3:int
  readyReplicas=7:int availableReplicas=4:int unavailableReplicas=5:int terminatingReplicas=9:int*
  conditions=6[]:apps.DeploymentCondition collisionCount=8:int*
apps.DeploymentStrategy type=1 rollingUpdate=2:apps.RollingUpdateDeployment*
apps.ReplicaSet metadata=1:ObjectMeta spec=2:apps.ReplicaSetSpec status=3:apps.ReplicaSetStatus
apps.ReplicaSetCondition type=1! status=2! lastTransitionTime=3:time reason=4 message=5
apps.ReplicaSetSpec replicas=1:int* minReadySeconds=4:int selector=2:LabelSelector*
  template=3:PodTemplateSpec
apps.ReplicaSetStatus replicas=1:int! fullyLabeledReplicas=2:int readyReplicas=4:int
  availableReplicas=5:int terminatingReplicas=7:int* observedGeneration=3:int
  conditions=6[]:apps.ReplicaSetCondition
apps.RollingUpdateDaemonSet maxUnavailable=1:intorstring maxSurge=2:intorstring
apps.RollingUpdateDeployment maxUnavailable=1:intorstring maxSurge=2:intorstring
apps.RollingUpdateStatefulSetStrategy partition=1:int* maxUnavailable=2:intorstring
apps.StatefulSet metadata=1:ObjectMeta spec=2:apps.StatefulSetSpec status=3:apps.StatefulSetStatus
apps.StatefulSetCondition type=1! status=2! lastTransitionTime=3:time reason=4 message=5
apps.StatefulSetOrdinals start=1:int!
apps.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted=1 whenScaled=2
apps.StatefulSetSpec replicas=1:int* selector=2:LabelSelector* template=3:PodTemplateSpec!
  volumeClaimTemplates=4[]:PersistentVolumeClaim serviceName=5! podManagementPolicy=6
  updateStrategy=7:apps.StatefulSetUpdateStrategy revisionHistoryLimit=8:int* minReadySeconds=9:int
  persistentVolumeClaimRetentionPolicy=10:apps.StatefulSetPersistentVolumeClaimRetentionPolicy*
  ordinals=11:apps.StatefulSetOrdinals*
apps.StatefulSetStatus observedGeneration=1:int replicas=2:int! readyReplicas=3:int
  currentReplicas=4:int updatedReplicas=5:int currentRevision=6 updateRevision=7
  collisionCount=9:int* conditions=10[]:apps.StatefulSetCondition availableReplicas=11:int!
apps.StatefulSetUpdateStrategy type=1 rollingUpdate=2:apps.RollingUpdateStatefulSetStrategy*
autoscaling.ContainerResourceMetricSource name=1! target=2:autoscaling.MetricTarget! container=3!
autoscaling.ContainerResourceMetricStatus name=1! current=2:autoscaling.MetricValueStatus!
  container=3!
autoscaling.CrossVersionObjectReference kind=1! name=2! apiVersion=3
autoscaling.ExternalMetricSource metric=1:autoscaling.MetricIdentifier!
  target=2:autoscaling.MetricTarget!
autoscaling.ExternalMetricStatus metric=1:autoscaling.MetricIdentifier!
  current=2:autoscaling.MetricValueStatus!
autoscaling.HPAScalingPolicy type=1! value=2:int! periodSeconds=3:int!
autoscaling.HPAScalingRules stabilizationWindowSeconds=3:int* selectPolicy=1*
  policies=2[]:autoscaling.HPAScalingPolicy tolerance=4:quantity
autoscaling.HorizontalPodAutoscaler metadata=1:ObjectMeta
  spec=2:autoscaling.HorizontalPodAutoscalerSpec status=3:autoscaling.HorizontalPodAutoscalerStatus
autoscaling.HorizontalPodAutoscalerBehavior scaleUp=1:autoscaling.HPAScalingRules*
  scaleDown=2:autoscaling.HPAScalingRules*
autoscaling.HorizontalPodAutoscalerCondition type=1! status=2! lastTransitionTime=3:time reason=4
  message=5
autoscaling.HorizontalPodAutoscalerSpec scaleTargetRef=1:autoscaling.CrossVersionObjectReference!
  minReplicas=2:int* maxReplicas=3:int! metrics=4[]:autoscaling.MetricSpec
  behavior=5:autoscaling.HorizontalPodAutoscalerBehavior*
autoscaling.HorizontalPodAutoscalerStatus observedGeneration=1:int* lastScaleTime=2:time
  currentReplicas=3:int desiredReplicas=4:int! currentMetrics=5[]:autoscaling.MetricStatus
  conditions=6[]:autoscaling.HorizontalPodAutoscalerCondition
autoscaling.MetricIdentifier name=1! selector=2:LabelSelector*
autoscaling.MetricSpec type=1! object=2:autoscaling.ObjectMetricSource*
  pods=3:autoscaling.PodsMetricSource* resource=4:autoscaling.ResourceMetricSource*
  containerResource=7:autoscaling.ContainerResourceMetricSource*
  external=5:autoscaling.ExternalMetricSource*
autoscaling.MetricStatus type=1! object=2:autoscaling.ObjectMetricStatus*
  pods=3:autoscaling.PodsMetricStatus* resource=4:autoscaling.ResourceMetricStatus*
  containerResource=7:autoscaling.ContainerResourceMetricStatus*
  external=5:autoscaling.ExternalMetricStatus*
autoscaling.MetricTarget type=1! value=2:quantity averageValue=3:quantity averageUtilization=4:int*
autoscaling.MetricValueStatus value=1:quantity averageValue=2:quantity averageUtilization=3:int*
autoscaling.ObjectMetricSource describedObject=1:autoscaling.CrossVersionObjectReference!
  target=2:autoscaling.MetricTarget! metric=3:autoscaling.MetricIdentifier!
autoscaling.ObjectMetricStatus metric=1:autoscaling.MetricIdentifier!
  current=2:autoscaling.MetricValueStatus!
  describedObject=3:autoscaling.CrossVersionObjectReference!
autoscaling.PodsMetricSource metric=1:autoscaling.MetricIdentifier!
  target=2:autoscaling.MetricTarget!
autoscaling.PodsMetricStatus metric=1:autoscaling.MetricIdentifier!
  current=2:autoscaling.MetricValueStatus!
autoscaling.ResourceMetricSource name=1! target=2:autoscaling.MetricTarget!
autoscaling.ResourceMetricStatus name=1! current=2:autoscaling.MetricValueStatus!
batch.CronJob metadata=1:ObjectMeta spec=2:batch.CronJobSpec status=3:batch.CronJobStatus
batch.CronJobSpec schedule=1! timeZone=8* startingDeadlineSeconds=2:int* concurrencyPolicy=3
  suspend=4:bool* jobTemplate=5:batch.JobTemplateSpec! successfulJobsHistoryLimit=6:int*
  failedJobsHistoryLimit=7:int*
batch.CronJobStatus active=1[]:ObjectReference lastScheduleTime=4:time lastSuccessfulTime=5:time
batch.Job metadata=1:ObjectMeta spec=2:batch.JobSpec status=3:batch.JobStatus
batch.JobCondition type=1! status=2! lastProbeTime=3:time lastTransitionTime=4:time reason=5
  message=6
batch.JobSpec parallelism=1:int* completions=2:int* activeDeadlineSeconds=3:int*
  podFailurePolicy=11:batch.PodFailurePolicy* successPolicy=16:batch.SuccessPolicy*
  backoffLimit=7:int* backoffLimitPerIndex=12:int* maxFailedIndexes=13:int*
  selector=4:LabelSelector* manualSelector=5:bool* template=6:PodTemplateSpec!
  ttlSecondsAfterFinished=8:int* completionMode=9* suspend=10:bool* podReplacementPolicy=14*
  managedBy=15*
batch.JobStatus conditions=1[]:batch.JobCondition startTime=2:time completionTime=3:time
  active=4:int succeeded=5:int failed=6:int terminating=11:int* completedIndexes=7
  failedIndexes=10* uncountedTerminatedPods=8:batch.UncountedTerminatedPods* ready=9:int*
batch.JobTemplateSpec metadata=1:ObjectMeta spec=2:batch.JobSpec
batch.PodFailurePolicy rules=1[]:batch.PodFailurePolicyRule
batch.PodFailurePolicyOnExitCodesRequirement containerName=1* operator=2! values=3[]:int
batch.PodFailurePolicyOnPodConditionsPattern type=1! status=2!
batch.PodFailurePolicyRule action=1! onExitCodes=2:batch.PodFailurePolicyOnExitCodesRequirement*
  onPodConditions=3[]:batch.PodFailurePolicyOnPodConditionsPattern
batch.SuccessPolicy rules=1[]:batch.SuccessPolicyRule
batch.SuccessPolicyRule succeededIndexes=1* succeededCount=2:int*
batch.UncountedTerminatedPods succeeded=1[] failed=2[]
certificates.CertificateSigningRequest metadata=1:ObjectMeta
  spec=2:certificates.CertificateSigningRequestSpec!
  status=3:certificates.CertificateSigningRequestStatus
certificates.CertificateSigningRequestCondition type=1! status=6! reason=2 message=3
  lastUpdateTime=4:time lastTransitionTime=5:time
certificates.CertificateSigningRequestSpec request=1:bytes signerName=7! expirationSeconds=8:int*
  usages=5[] username=2 uid=3 groups=4[] extra=6{}:strings
certificates.CertificateSigningRequestStatus
  conditions=1[]:certificates.CertificateSigningRequestCondition certificate=2:bytes
discovery.Endpoint addresses=1[] conditions=2:discovery.EndpointConditions hostname=3*
  targetRef=4:ObjectReference* deprecatedTopology=5{} nodeName=6* zone=7*
  hints=8:discovery.EndpointHints*
discovery.EndpointConditions ready=1:bool* serving=2:bool* terminating=3:bool*
discovery.EndpointHints forZones=1[]:discovery.ForZone forNodes=2[]:discovery.ForNode
discovery.EndpointPort name=1* protocol=2* port=3:int* appProtocol=4*
discovery.EndpointSlice metadata=1:ObjectMeta addressType=4! endpoints=2[]:discovery.Endpoint
  ports=3[]:discovery.EndpointPort
discovery.ForNode name=1!
discovery.ForZone name=1!
flowcontrol.ExemptPriorityLevelConfiguration nominalConcurrencyShares=1:int* lendablePercent=2:int*
flowcontrol.FlowDistinguisherMethod type=1!
flowcontrol.FlowSchema metadata=1:ObjectMeta spec=2:flowcontrol.FlowSchemaSpec
  status=3:flowcontrol.FlowSchemaStatus
flowcontrol.FlowSchemaCondition type=1 status=2 lastTransitionTime=3:time reason=4 message=5
flowcontrol.FlowSchemaSpec
  priorityLevelConfiguration=1:flowcontrol.PriorityLevelConfigurationReference!
  matchingPrecedence=2:int! distinguisherMethod=3:flowcontrol.FlowDistinguisherMethod*
  rules=4[]:flowcontrol.PolicyRulesWithSubjects
flowcontrol.FlowSchemaStatus conditions=1[]:flowcontrol.FlowSchemaCondition
flowcontrol.GroupSubject name=1!
flowcontrol.LimitResponse type=1! queuing=2:flowcontrol.QueuingConfiguration*
flowcontrol.LimitedPriorityLevelConfiguration nominalConcurrencyShares=1:int*
  limitResponse=2:flowcontrol.LimitResponse lendablePercent=3:int* borrowingLimitPercent=4:int*
flowcontrol.NonResourcePolicyRule verbs=1[] nonResourceURLs=6[]
flowcontrol.PolicyRulesWithSubjects subjects=1[]:flowcontrol.Subject
  resourceRules=2[]:flowcontrol.ResourcePolicyRule
  nonResourceRules=3[]:flowcontrol.NonResourcePolicyRule
flowcontrol.PriorityLevelConfiguration metadata=1:ObjectMeta
  spec=2:flowcontrol.PriorityLevelConfigurationSpec
  status=3:flowcontrol.PriorityLevelConfigurationStatus
flowcontrol.PriorityLevelConfigurationCondition type=1 status=2 lastTransitionTime=3:time reason=4
  message=5
flowcontrol.PriorityLevelConfigurationReference name=1!
flowcontrol.PriorityLevelConfigurationSpec type=1!
  limited=2:flowcontrol.LimitedPriorityLevelConfiguration*
  exempt=3:flowcontrol.ExemptPriorityLevelConfiguration*
flowcontrol.PriorityLevelConfigurationStatus
  conditions=1[]:flowcontrol.PriorityLevelConfigurationCondition
flowcontrol.QueuingConfiguration queues=1:int! handSize=2:int! queueLengthLimit=3:int!
flowcontrol.ResourcePolicyRule verbs=1[] apiGroups=2[] resources=3[] clusterScope=4:bool
  namespaces=5[]
flowcontrol.ServiceAccountSubject namespace=1! name=2!
flowcontrol.Subject kind=1! user=2:flowcontrol.UserSubject* group=3:flowcontrol.GroupSubject*
  serviceAccount=4:flowcontrol.ServiceAccountSubject*
flowcontrol.UserSubject name=1!
networking.HTTPIngressPath path=1 pathType=3* backend=2:networking.IngressBackend!
networking.HTTPIngressRuleValue paths=1[]:networking.HTTPIngressPath
networking.IPAddress metadata=1:ObjectMeta spec=2:networking.IPAddressSpec
networking.IPAddressSpec parentRef=1:networking.ParentReference*
networking.IPBlock cidr=1! except=2[]
networking.Ingress metadata=1:ObjectMeta spec=2:networking.IngressSpec
  status=3:networking.IngressStatus
networking.IngressBackend service=4:networking.IngressServiceBackend*
  resource=3:TypedLocalObjectReference*
networking.IngressClass metadata=1:ObjectMeta spec=2:networking.IngressClassSpec
networking.IngressClassParametersReference apiGroup=1* kind=2! name=3! scope=4* namespace=5*
networking.IngressClassSpec controller=1 parameters=2:networking.IngressClassParametersReference*
networking.IngressLoadBalancerIngress ip=1 hostname=2 ports=4[]:networking.IngressPortStatus
networking.IngressLoadBalancerStatus ingress=1[]:networking.IngressLoadBalancerIngress
networking.IngressPortStatus port=1:int! protocol=2! error=3*
networking.IngressRule host=1 .=2:networking.IngressRuleValue
networking.IngressRuleValue http=1:networking.HTTPIngressRuleValue*
networking.IngressServiceBackend name=1! port=2:networking.ServiceBackendPort
networking.IngressSpec ingressClassName=4* defaultBackend=1:networking.IngressBackend*
  tls=2[]:networking.IngressTLS rules=3[]:networking.IngressRule
networking.IngressStatus loadBalancer=1:networking.IngressLoadBalancerStatus
networking.IngressTLS hosts=1[] secretName=2
networking.NetworkPolicy metadata=1:ObjectMeta spec=2:networking.NetworkPolicySpec
networking.NetworkPolicyEgressRule ports=1[]:networking.NetworkPolicyPort
  to=2[]:networking.NetworkPolicyPeer
networking.NetworkPolicyIngressRule ports=1[]:networking.NetworkPolicyPort
  from=2[]:networking.NetworkPolicyPeer
networking.NetworkPolicyPeer podSelector=1:LabelSelector* namespaceSelector=2:LabelSelector*
  ipBlock=3:networking.IPBlock*
networking.NetworkPolicyPort protocol=1* port=2:intorstring endPort=3:int*
networking.NetworkPolicySpec podSelector=1:LabelSelector!
  ingress=2[]:networking.NetworkPolicyIngressRule egress=3[]:networking.NetworkPolicyEgressRule
  policyTypes=4[]
networking.ParentReference group=1 resource=2 namespace=3 name=4
networking.ServiceBackendPort name=1 number=2:int
networking.ServiceCIDR metadata=1:ObjectMeta spec=2:networking.ServiceCIDRSpec
  status=3:networking.ServiceCIDRStatus
networking.ServiceCIDRSpec cidrs=1[]
networking.ServiceCIDRStatus conditions=1[]:Condition
node.Overhead podFixed=1{}:quantity
node.RuntimeClass metadata=1:ObjectMeta handler=2! overhead=3:node.Overhead*
  scheduling=4:node.Scheduling*
node.Scheduling nodeSelector=1{} tolerations=2[]:Toleration
policy.PodDisruptionBudget metadata=1:ObjectMeta spec=2:policy.PodDisruptionBudgetSpec
  status=3:policy.PodDisruptionBudgetStatus
policy.PodDisruptionBudgetSpec minAvailable=1:intorstring selector=2:LabelSelector*
  maxUnavailable=3:intorstring unhealthyPodEvictionPolicy=4*
policy.PodDisruptionBudgetStatus observedGeneration=1:int disruptedPods=2{}:time
  disruptionsAllowed=3:int! currentHealthy=4:int! desiredHealthy=5:int! expectedPods=6:int!
  conditions=7[]:Condition
resource.AllocatedDeviceStatus driver=1! pool=2! device=3! shareID=7* conditions=4[]:Condition
  data=5:json* networkData=6:resource.NetworkDeviceData*
resource.AllocationResult devices=1:resource.DeviceAllocationResult nodeSelector=3:NodeSelector*
  allocationTimestamp=5:time
resource.CELDeviceSelector expression=1!
resource.CapacityRequestPolicy default=1:quantity validValues=3[]:quantity
  validRange=4:resource.CapacityRequestPolicyRange*
resource.CapacityRequestPolicyRange min=1:quantity max=2:quantity step=3:quantity
resource.CapacityRequirements requests=1{}:quantity
resource.Counter value=1:quantity
resource.CounterSet name=1! counters=2{}:resource.Counter
resource.Device name=1! attributes=2{}:resource.DeviceAttribute
  capacity=3{}:resource.DeviceCapacity consumesCounters=4[]:resource.DeviceCounterConsumption
  nodeName=5* nodeSelector=6:NodeSelector* allNodes=7:bool* taints=8[]:resource.DeviceTaint
  bindsToNode=9:bool* bindingConditions=10[] bindingFailureConditions=11[]
  allowMultipleAllocations=12:bool*
  nodeAllocatableResourceMappings=13{}:resource.NodeAllocatableResourceMapping
resource.DeviceAllocationConfiguration source=1! requests=2[] .=3:resource.DeviceConfiguration
resource.DeviceAllocationResult results=1[]:resource.DeviceRequestAllocationResult
  config=2[]:resource.DeviceAllocationConfiguration
resource.DeviceAttribute int=2:int* bool=3:bool* string=4* version=5* ints=6[]:int bools=7[]:bool
  strings=8[] versions=9[]
resource.DeviceCapacity value=1:quantity requestPolicy=2:resource.CapacityRequestPolicy*
resource.DeviceClaim requests=1[]:resource.DeviceRequest constraints=2[]:resource.DeviceConstraint
  config=3[]:resource.DeviceClaimConfiguration
resource.DeviceClaimConfiguration requests=1[] .=2:resource.DeviceConfiguration
resource.DeviceClass metadata=1:ObjectMeta spec=2:resource.DeviceClassSpec!
resource.DeviceClassConfiguration .=1:resource.DeviceConfiguration
resource.DeviceClassSpec selectors=1[]:resource.DeviceSelector
  config=2[]:resource.DeviceClassConfiguration extendedResourceName=4*
resource.DeviceConfiguration opaque=1:resource.OpaqueDeviceConfiguration*
resource.DeviceConstraint requests=1[] matchAttribute=2* distinctAttribute=3*
resource.DeviceCounterConsumption counterSet=1! counters=2{}:resource.Counter
resource.DeviceRequest name=1! exactly=2:resource.ExactDeviceRequest*
  firstAvailable=3[]:resource.DeviceSubRequest
resource.DeviceRequestAllocationResult request=1! driver=2! pool=3! device=4! adminAccess=5:bool*
  tolerations=6[]:resource.DeviceToleration bindingConditions=7[] bindingFailureConditions=8[]
  shareID=9* consumedCapacity=10{}:quantity
resource.DeviceSelector cel=1:resource.CELDeviceSelector*
resource.DeviceSubRequest name=1! deviceClassName=2! selectors=3[]:resource.DeviceSelector
  allocationMode=4 count=5:int tolerations=6[]:resource.DeviceToleration
  capacity=7:resource.CapacityRequirements*
resource.DeviceTaint key=1! value=2 effect=3! timeAdded=4:time
resource.DeviceToleration key=1 operator=2 value=3 effect=4 tolerationSeconds=5:int*
resource.ExactDeviceRequest deviceClassName=1! selectors=2[]:resource.DeviceSelector
  allocationMode=3 count=4:int adminAccess=5:bool* tolerations=6[]:resource.DeviceToleration
  capacity=7:resource.CapacityRequirements*
resource.NetworkDeviceData interfaceName=1 ips=2[] hardwareAddress=3
resource.NodeAllocatableResourceMapping capacityKey=1* allocationMultiplier=2:quantity
resource.OpaqueDeviceConfiguration driver=1! parameters=2:json!
resource.ResourceClaim metadata=1:ObjectMeta spec=2:resource.ResourceClaimSpec!
  status=3:resource.ResourceClaimStatus
resource.ResourceClaimConsumerReference apiGroup=1 resource=3! name=4! uid=5!
resource.ResourceClaimSpec devices=1:resource.DeviceClaim!
resource.ResourceClaimStatus allocation=1:resource.AllocationResult*
  reservedFor=2[]:resource.ResourceClaimConsumerReference
  devices=4[]:resource.AllocatedDeviceStatus
resource.ResourceClaimTemplate metadata=1:ObjectMeta spec=2:resource.ResourceClaimTemplateSpec!
resource.ResourceClaimTemplateSpec metadata=1:ObjectMeta spec=2:resource.ResourceClaimSpec!
resource.ResourcePool name=1! generation=2:int! resourceSliceCount=3:int!
resource.ResourceSlice metadata=1:ObjectMeta spec=2:resource.ResourceSliceSpec!
resource.ResourceSliceSpec driver=1! pool=2:resource.ResourcePool! nodeName=3*
  nodeSelector=4:NodeSelector* allNodes=5:bool* devices=6[]:resource.Device
  perDeviceNodeSelection=7:bool* sharedCounters=8[]:resource.CounterSet
scheduling.PriorityClass metadata=1:ObjectMeta value=2:int! globalDefault=3:bool description=4
  preemptionPolicy=5*
storage.CSIDriver metadata=1:ObjectMeta spec=2:storage.CSIDriverSpec!
storage.CSIDriverSpec attachRequired=1:bool* podInfoOnMount=2:bool* volumeLifecycleModes=3[]
  storageCapacity=4:bool* fsGroupPolicy=5* tokenRequests=6[]:storage.TokenRequest
  requiresRepublish=7:bool* seLinuxMount=8:bool* nodeAllocatableUpdatePeriodSeconds=9:int*
  serviceAccountTokenInSecrets=10:bool* preventPodSchedulingIfMissing=11:bool*
storage.CSINode metadata=1:ObjectMeta spec=2:storage.CSINodeSpec!
storage.CSINodeDriver name=1! nodeID=2! topologyKeys=3[] allocatable=4:storage.VolumeNodeResources*
storage.CSINodeSpec drivers=1[]:storage.CSINodeDriver
storage.CSIStorageCapacity metadata=1:ObjectMeta nodeTopology=2:LabelSelector* storageClassName=3!
  capacity=4:quantity maximumVolumeSize=5:quantity
storage.StorageClass metadata=1:ObjectMeta provisioner=2! parameters=3{} reclaimPolicy=4*
  mountOptions=5[] allowVolumeExpansion=6:bool* volumeBindingMode=7*
  allowedTopologies=8[]:TopologySelectorTerm
storage.TokenRequest audience=1! expirationSeconds=2:int*
storage.VolumeAttachment metadata=1:ObjectMeta spec=2:storage.VolumeAttachmentSpec!
  status=3:storage.VolumeAttachmentStatus
storage.VolumeAttachmentSource persistentVolumeName=1* inlineVolumeSpec=2:PersistentVolumeSpec*
storage.VolumeAttachmentSpec attacher=1! source=2:storage.VolumeAttachmentSource! nodeName=3!
storage.VolumeAttachmentStatus attached=1:bool! attachmentMetadata=2{}
  attachError=3:storage.VolumeError* detachError=4:storage.VolumeError*
storage.VolumeAttributesClass metadata=1:ObjectMeta driverName=2! parameters=3{}
storage.VolumeError time=1:time message=2 errorCode=3:int*
storage.VolumeNodeResources count=1:int*
)";

}  // namespace

std::string_view kind_messages_text() { return kinds_text; }

}  // namespace telltale::server
