// SPDX-License-Identifier: Apache-2.0

// Metadata and the core group, without Pods.

#include "server/proto/message_text.h"

namespace telltale::server {
namespace {

constexpr std::string_view core_text = R"(
OwnerReference kind=1! name=3! uid=4! apiVersion=5! controller=6:bool*
  blockOwnerDeletion=7:bool*
ManagedFieldsEntry manager=1 operation=2 apiVersion=3 time=4:time fieldsType=6 fieldsV1=7:json*
  subresource=8
ObjectMeta name=1 generateName=2 namespace=3 selfLink=4 uid=5 resourceVersion=6 generation=7:int
  creationTimestamp=8:time deletionTimestamp=9:time deletionGracePeriodSeconds=10:int*
  labels=11{} annotations=12{} ownerReferences=13[]:OwnerReference finalizers=14[]
  managedFields=17[]:ManagedFieldsEntry
Preconditions uid=1* resourceVersion=2*
DeleteOptions gracePeriodSeconds=1:int* preconditions=2:Preconditions* orphanDependents=3:bool*
  propagationPolicy=4* dryRun=5[] ignoreStoreReadErrorWithClusterBreakingPotential=6:bool*
ConfigMap metadata=1:ObjectMeta data=2{} binaryData=3{}:bytes immutable=4:bool*
Secret metadata=1:ObjectMeta data=2{}:bytes type=3 stringData=4{} immutable=5:bool*
NamespaceSpec finalizers=1[]
NamespaceCondition type=1! status=2! lastTransitionTime=4:time reason=5 message=6
NamespaceStatus phase=1 conditions=2[]:NamespaceCondition
Namespace metadata=1:ObjectMeta spec=2:NamespaceSpec status=3:NamespaceStatus
ObjectReference kind=1 namespace=2 name=3 uid=4 apiVersion=5 resourceVersion=6 fieldPath=7
EventSource component=1 host=2
EventSeries count=1:int lastObservedTime=2:microtime
Event metadata=1:ObjectMeta! involvedObject=2:ObjectReference! reason=3 message=4
  source=5:EventSource firstTimestamp=6:time lastTimestamp=7:time count=8:int type=9
  eventTime=10:microtime series=11:EventSeries* action=12 related=13:ObjectReference*
  reportingComponent=14! reportingInstance=15!
LocalObjectReference name=1
ServiceAccount metadata=1:ObjectMeta secrets=2[]:ObjectReference
  imagePullSecrets=3[]:LocalObjectReference automountServiceAccountToken=4:bool*
Taint key=1! value=2 effect=3! timeAdded=4:time
ConfigMapNodeConfigSource namespace=1! name=2! uid=3 resourceVersion=4 kubeletConfigKey=5!
NodeConfigSource configMap=2:ConfigMapNodeConfigSource*
NodePodPreemptionPolicy disableResizePreemption=1[]
NodeSpec podCIDR=1 externalID=2 providerID=3 unschedulable=4:bool taints=5[]:Taint
  configSource=6:NodeConfigSource* podCIDRs=7[] podPreemptionPolicy=8:NodePodPreemptionPolicy*
NodeCondition type=1! status=2! lastHeartbeatTime=3:time lastTransitionTime=4:time reason=5
  message=6
NodeAddress type=1! address=2!
DaemonEndpoint Port=1:int!
NodeDaemonEndpoints kubeletEndpoint=1:DaemonEndpoint
NodeSwapStatus capacity=1:int*
NodeSystemInfo machineID=1! systemUUID=2! bootID=3! kernelVersion=4! osImage=5!
  containerRuntimeVersion=6! kubeletVersion=7! kubeProxyVersion=8! operatingSystem=9!
  architecture=10! swap=11:NodeSwapStatus*
ContainerImage names=1[] sizeBytes=2:int
AttachedVolume name=1! devicePath=2!
NodeConfigStatus assigned=1:NodeConfigSource* active=2:NodeConfigSource*
  lastKnownGood=3:NodeConfigSource* error=4
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts=1:bool* userNamespaces=2:bool*
NodeRuntimeHandler name=1! features=2:NodeRuntimeHandlerFeatures*
NodeFeatures supplementalGroupsPolicy=1:bool*
NodeStatus capacity=1{}:quantity allocatable=2{}:quantity phase=3 conditions=4[]:NodeCondition
  addresses=5[]:NodeAddress daemonEndpoints=6:NodeDaemonEndpoints nodeInfo=7:NodeSystemInfo
  images=8[]:ContainerImage volumesInUse=9[] volumesAttached=10[]:AttachedVolume
  config=11:NodeConfigStatus* runtimeHandlers=12[]:NodeRuntimeHandler features=13:NodeFeatures*
  declaredFeatures=14[]
Node metadata=1:ObjectMeta spec=2:NodeSpec status=3:NodeStatus
ServicePort name=1 protocol=2 port=3:int! targetPort=4:intorstring nodePort=5:int appProtocol=6*
ClientIPConfig timeoutSeconds=1:int*
SessionAffinityConfig clientIP=1:ClientIPConfig*
ServiceSpec ports=1[]:ServicePort selector=2{} clusterIP=3 type=4 externalIPs=5[]
  sessionAffinity=7 loadBalancerIP=8 loadBalancerSourceRanges=9[] externalName=10
  externalTrafficPolicy=11 healthCheckNodePort=12:int publishNotReadyAddresses=13:bool
  sessionAffinityConfig=14:SessionAffinityConfig* ipFamilyPolicy=17* clusterIPs=18[]
  ipFamilies=19[] allocateLoadBalancerNodePorts=20:bool* loadBalancerClass=21*
  internalTrafficPolicy=22* trafficDistribution=23*
PortStatus port=1:int! protocol=2! error=3*
LoadBalancerIngress ip=1 hostname=2 ipMode=3* ports=4[]:PortStatus
LoadBalancerStatus ingress=1[]:LoadBalancerIngress
Condition type=1! status=2! observedGeneration=3:int lastTransitionTime=4:time reason=5!
  message=6!
ServiceStatus loadBalancer=1:LoadBalancerStatus conditions=2[]:Condition
Service metadata=1:ObjectMeta spec=2:ServiceSpec status=3:ServiceStatus
EndpointAddress ip=1! targetRef=2:ObjectReference* hostname=3 nodeName=4*
EndpointPort name=1 port=2:int! protocol=3 appProtocol=4*
EndpointSubset addresses=1[]:EndpointAddress notReadyAddresses=2[]:EndpointAddress
  ports=3[]:EndpointPort
Endpoints metadata=1:ObjectMeta subsets=2[]:EndpointSubset
ScopedResourceSelectorRequirement scopeName=1! operator=2! values=3[]
ScopeSelector matchExpressions=1[]:ScopedResourceSelectorRequirement
ResourceQuotaSpec hard=1{}:quantity scopes=2[] scopeSelector=3:ScopeSelector*
ResourceQuotaStatus hard=1{}:quantity used=2{}:quantity
ResourceQuota metadata=1:ObjectMeta spec=2:ResourceQuotaSpec status=3:ResourceQuotaStatus
LimitRangeItem type=1! max=2{}:quantity min=3{}:quantity default=4{}:quantity
  defaultRequest=5{}:quantity maxLimitRequestRatio=6{}:quantity
LimitRangeSpec limits=1[]:LimitRangeItem
LimitRange metadata=1:ObjectMeta spec=2:LimitRangeSpec
Binding metadata=1:ObjectMeta target=2:ObjectReference!
)";

}  // namespace

std::string_view core_messages() { return core_text; }

}  // namespace telltale::server
