// SPDX-License-Identifier: Apache-2.0

// Pods, their containers, probes and volumes.

#include "server/proto/message_text.h"

namespace telltale::server {
namespace {

constexpr std::string_view pod_text = R"(
HostPathVolumeSource path=1! type=2*
EmptyDirVolumeSource medium=1 sizeLimit=2:quantity mode=3:int*
GCEPersistentDiskVolumeSource pdName=1! fsType=2 partition=3:int readOnly=4:bool
AWSElasticBlockStoreVolumeSource volumeID=1! fsType=2 partition=3:int readOnly=4:bool
GitRepoVolumeSource repository=1! revision=2 directory=3
KeyToPath key=1! path=2! mode=3:int* user=4:int*
SecretVolumeSource secretName=1 items=2[]:KeyToPath defaultMode=3:int* optional=4:bool*
  defaultUser=5:int*
NFSVolumeSource server=1! path=2! readOnly=3:bool
ISCSIVolumeSource targetPortal=1! iqn=2! lun=3:int! iscsiInterface=4 fsType=5 readOnly=6:bool
  portals=7[] chapAuthDiscovery=8:bool secretRef=10:LocalObjectReference*
  chapAuthSession=11:bool initiatorName=12*
GlusterfsVolumeSource endpoints=1! path=2! readOnly=3:bool
PersistentVolumeClaimVolumeSource claimName=1! readOnly=2:bool
RBDVolumeSource monitors=1[] image=2! fsType=3 pool=4 user=5 keyring=6
  secretRef=7:LocalObjectReference* readOnly=8:bool
FlexVolumeSource driver=1! fsType=2 secretRef=3:LocalObjectReference* readOnly=4:bool
  options=5{}
CinderVolumeSource volumeID=1! fsType=2 readOnly=3:bool secretRef=4:LocalObjectReference*
CephFSVolumeSource monitors=1[] path=2 user=3 secretFile=4 secretRef=5:LocalObjectReference*
  readOnly=6:bool
FlockerVolumeSource datasetName=1 datasetUUID=2
ObjectFieldSelector apiVersion=1 fieldPath=2!
ResourceFieldSelector containerName=1 resource=2! divisor=3:quantity
DownwardAPIVolumeFile path=1! fieldRef=2:ObjectFieldSelector*
  resourceFieldRef=3:ResourceFieldSelector* mode=4:int* user=5:int*
DownwardAPIVolumeSource items=1[]:DownwardAPIVolumeFile defaultMode=2:int* defaultUser=3:int*
FCVolumeSource targetWWNs=1[] lun=2:int* fsType=3 readOnly=4:bool wwids=5[]
AzureFileVolumeSource secretName=1! shareName=2! readOnly=3:bool
ConfigMapVolumeSource .=1:LocalObjectReference items=2[]:KeyToPath defaultMode=3:int*
  optional=4:bool* defaultUser=5:int*
VsphereVirtualDiskVolumeSource volumePath=1! fsType=2 storagePolicyName=3 storagePolicyID=4
QuobyteVolumeSource registry=1! volume=2! readOnly=3:bool user=4 group=5 tenant=6
AzureDiskVolumeSource diskName=1! diskURI=2! cachingMode=3* fsType=4* readOnly=5:bool* kind=6*
PhotonPersistentDiskVolumeSource pdID=1! fsType=2
PortworxVolumeSource volumeID=1! fsType=2 readOnly=3:bool
ScaleIOVolumeSource gateway=1! system=2! secretRef=3:LocalObjectReference* sslEnabled=4:bool
  protectionDomain=5 storagePool=6 storageMode=7 volumeName=8 fsType=9 readOnly=10:bool
SecretProjection .=1:LocalObjectReference items=2[]:KeyToPath optional=4:bool*
DownwardAPIProjection items=1[]:DownwardAPIVolumeFile
ConfigMapProjection .=1:LocalObjectReference items=2[]:KeyToPath optional=4:bool*
ServiceAccountTokenProjection audience=1 expirationSeconds=2:int* path=3! user=4:int*
LabelSelectorRequirement key=1! operator=2! values=3[]
LabelSelector matchLabels=1{} matchExpressions=2[]:LabelSelectorRequirement
ClusterTrustBundleProjection name=1* signerName=2* labelSelector=3:LabelSelector* path=4!
  optional=5:bool* user=6:int*
PodCertificateProjection signerName=1 keyType=2 maxExpirationSeconds=3:int*
  credentialBundlePath=4 keyPath=5 certificateChainPath=6 userAnnotations=7{} user=8:int*
VolumeProjection secret=1:SecretProjection* downwardAPI=2:DownwardAPIProjection*
  configMap=3:ConfigMapProjection* serviceAccountToken=4:ServiceAccountTokenProjection*
  clusterTrustBundle=5:ClusterTrustBundleProjection* podCertificate=6:PodCertificateProjection*
ProjectedVolumeSource sources=1[]:VolumeProjection defaultMode=2:int* defaultUser=3:int*
StorageOSVolumeSource volumeName=1 volumeNamespace=2 fsType=3 readOnly=4:bool
  secretRef=5:LocalObjectReference*
CSIVolumeSource driver=1! readOnly=2:bool* fsType=3* volumeAttributes=4{}
  nodePublishSecretRef=5:LocalObjectReference*
VolumeResourceRequirements limits=1{}:quantity requests=2{}:quantity
TypedLocalObjectReference apiGroup=1* kind=2! name=3!
TypedObjectReference apiGroup=1* kind=2! name=3! namespace=4*
PersistentVolumeClaimSpec accessModes=1[] resources=2:VolumeResourceRequirements volumeName=3
  selector=4:LabelSelector* storageClassName=5* volumeMode=6*
  dataSource=7:TypedLocalObjectReference* dataSourceRef=8:TypedObjectReference*
  volumeAttributesClassName=9*
PersistentVolumeClaimTemplate metadata=1:ObjectMeta spec=2:PersistentVolumeClaimSpec!
EphemeralVolumeSource volumeClaimTemplate=1:PersistentVolumeClaimTemplate*
ImageVolumeSource reference=1 pullPolicy=2
VolumeSource hostPath=1:HostPathVolumeSource* emptyDir=2:EmptyDirVolumeSource*
  gcePersistentDisk=3:GCEPersistentDiskVolumeSource*
  awsElasticBlockStore=4:AWSElasticBlockStoreVolumeSource* gitRepo=5:GitRepoVolumeSource*
  secret=6:SecretVolumeSource* nfs=7:NFSVolumeSource* iscsi=8:ISCSIVolumeSource*
  glusterfs=9:GlusterfsVolumeSource* persistentVolumeClaim=10:PersistentVolumeClaimVolumeSource*
  rbd=11:RBDVolumeSource* flexVolume=12:FlexVolumeSource* cinder=13:CinderVolumeSource*
  cephfs=14:CephFSVolumeSource* flocker=15:FlockerVolumeSource*
  downwardAPI=16:DownwardAPIVolumeSource* fc=17:FCVolumeSource*
  azureFile=18:AzureFileVolumeSource* configMap=19:ConfigMapVolumeSource*
  vsphereVolume=20:VsphereVirtualDiskVolumeSource* quobyte=21:QuobyteVolumeSource*
  azureDisk=22:AzureDiskVolumeSource* photonPersistentDisk=23:PhotonPersistentDiskVolumeSource*
  portworxVolume=24:PortworxVolumeSource* scaleIO=25:ScaleIOVolumeSource*
  projected=26:ProjectedVolumeSource* storageos=27:StorageOSVolumeSource*
  csi=28:CSIVolumeSource* ephemeral=29:EphemeralVolumeSource* image=30:ImageVolumeSource*
Volume name=1! .=2:VolumeSource
ContainerPort name=1 hostPort=2:int containerPort=3:int! protocol=4 hostIP=5
ConfigMapKeySelector .=1:LocalObjectReference key=2! optional=3:bool*
SecretKeySelector .=1:LocalObjectReference key=2! optional=3:bool*
FileKeySelector volumeName=1! path=2! key=3! optional=4:bool*
EnvVarSource fieldRef=1:ObjectFieldSelector* resourceFieldRef=2:ResourceFieldSelector*
  configMapKeyRef=3:ConfigMapKeySelector* secretKeyRef=4:SecretKeySelector*
  fileKeyRef=5:FileKeySelector*
EnvVar name=1! value=2 valueFrom=3:EnvVarSource*
ResourceClaim name=1! request=2
ResourceRequirements limits=1{}:quantity requests=2{}:quantity claims=3[]:ResourceClaim
VolumeMount name=1! readOnly=2:bool mountPath=3! subPath=4 mountPropagation=5* subPathExpr=6
  recursiveReadOnly=7* bindMountOptions=8[]
ExecAction command=1[]
HTTPHeader name=1! value=2!
HTTPGetAction path=1 port=2:intorstring! host=3 scheme=4 httpHeaders=5[]:HTTPHeader protocol=6*
TCPSocketAction port=1:intorstring! host=2
GRPCAction port=1:int! service=2* mode=3*
ProbeHandler exec=1:ExecAction* httpGet=2:HTTPGetAction* tcpSocket=3:TCPSocketAction*
  grpc=4:GRPCAction*
Probe .=1:ProbeHandler initialDelaySeconds=2:int timeoutSeconds=3:int periodSeconds=4:int
  successThreshold=5:int failureThreshold=6:int terminationGracePeriodSeconds=7:int*
SleepAction seconds=1:int!
LifecycleHandler exec=1:ExecAction* httpGet=2:HTTPGetAction* tcpSocket=3:TCPSocketAction*
  sleep=4:SleepAction*
Lifecycle postStart=1:LifecycleHandler* preStop=2:LifecycleHandler* stopSignal=3*
Capabilities add=1[] drop=2[]
SELinuxOptions user=1 role=2 type=3 level=4
WindowsSecurityContextOptions gmsaCredentialSpecName=1* gmsaCredentialSpec=2* runAsUserName=3*
  hostProcess=4:bool*
SeccompProfile type=1! localhostProfile=2*
AppArmorProfile type=1! localhostProfile=2*
SecurityContext capabilities=1:Capabilities* privileged=2:bool* seLinuxOptions=3:SELinuxOptions*
  runAsUser=4:int* runAsNonRoot=5:bool* readOnlyRootFilesystem=6:bool*
  allowPrivilegeEscalation=7:bool* runAsGroup=8:int* procMount=9*
  windowsOptions=10:WindowsSecurityContextOptions* seccompProfile=11:SeccompProfile*
  appArmorProfile=12:AppArmorProfile*
ConfigMapEnvSource .=1:LocalObjectReference optional=2:bool*
SecretEnvSource .=1:LocalObjectReference optional=2:bool*
EnvFromSource prefix=1 configMapRef=2:ConfigMapEnvSource* secretRef=3:SecretEnvSource*
VolumeDevice name=1! devicePath=2!
ContainerResizePolicy resourceName=1! restartPolicy=2!
ContainerRestartRuleOnExitCodes operator=1 values=2[]:int
ContainerRestartRule action=1 exitCodes=2:ContainerRestartRuleOnExitCodes*
Container name=1! image=2 command=3[] args=4[] workingDir=5 ports=6[]:ContainerPort
  env=7[]:EnvVar resources=8:ResourceRequirements volumeMounts=9[]:VolumeMount
  livenessProbe=10:Probe* readinessProbe=11:Probe* lifecycle=12:Lifecycle*
  terminationMessagePath=13 imagePullPolicy=14 securityContext=15:SecurityContext* stdin=16:bool
  stdinOnce=17:bool tty=18:bool envFrom=19[]:EnvFromSource terminationMessagePolicy=20
  volumeDevices=21[]:VolumeDevice startupProbe=22:Probe* resizePolicy=23[]:ContainerResizePolicy
  restartPolicy=24* restartPolicyRules=25[]:ContainerRestartRule
Sysctl name=1! value=2!
PodSecurityContext seLinuxOptions=1:SELinuxOptions* runAsUser=2:int* runAsNonRoot=3:bool*
  supplementalGroups=4[]:int fsGroup=5:int* runAsGroup=6:int* sysctls=7[]:Sysctl
  windowsOptions=8:WindowsSecurityContextOptions* fsGroupChangePolicy=9*
  seccompProfile=10:SeccompProfile* appArmorProfile=11:AppArmorProfile*
  supplementalGroupsPolicy=12* seLinuxChangePolicy=13*
NodeSelectorRequirement key=1! operator=2! values=3[]
NodeSelectorTerm matchExpressions=1[]:NodeSelectorRequirement
  matchFields=2[]:NodeSelectorRequirement
NodeSelector nodeSelectorTerms=1[]:NodeSelectorTerm
PreferredSchedulingTerm weight=1:int! preference=2:NodeSelectorTerm!
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution=1:NodeSelector*
  preferredDuringSchedulingIgnoredDuringExecution=2[]:PreferredSchedulingTerm
PodAffinityTerm labelSelector=1:LabelSelector* namespaces=2[] topologyKey=3!
  namespaceSelector=4:LabelSelector* matchLabelKeys=5[] mismatchLabelKeys=6[]
WeightedPodAffinityTerm weight=1:int! podAffinityTerm=2:PodAffinityTerm!
PodAffinity requiredDuringSchedulingIgnoredDuringExecution=1[]:PodAffinityTerm
  preferredDuringSchedulingIgnoredDuringExecution=2[]:WeightedPodAffinityTerm
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution=1[]:PodAffinityTerm
  preferredDuringSchedulingIgnoredDuringExecution=2[]:WeightedPodAffinityTerm
Affinity nodeAffinity=1:NodeAffinity* podAffinity=2:PodAffinity*
  podAntiAffinity=3:PodAntiAffinity*
Toleration key=1 operator=2 value=3 effect=4 tolerationSeconds=5:int*
HostAlias ip=1! hostnames=2[]
PodDNSConfigOption name=1 value=2*
PodDNSConfig nameservers=1[] searches=2[] options=3[]:PodDNSConfigOption
PodReadinessGate conditionType=1!
TopologySpreadConstraint maxSkew=1:int! topologyKey=2! whenUnsatisfiable=3!
  labelSelector=4:LabelSelector* minDomains=5:int* nodeAffinityPolicy=6* nodeTaintsPolicy=7*
  matchLabelKeys=8[]
EphemeralContainerCommon name=1! image=2 command=3[] args=4[] workingDir=5
  ports=6[]:ContainerPort env=7[]:EnvVar resources=8:ResourceRequirements
  volumeMounts=9[]:VolumeMount livenessProbe=10:Probe* readinessProbe=11:Probe*
  lifecycle=12:Lifecycle* terminationMessagePath=13 imagePullPolicy=14
  securityContext=15:SecurityContext* stdin=16:bool stdinOnce=17:bool tty=18:bool
  envFrom=19[]:EnvFromSource terminationMessagePolicy=20 volumeDevices=21[]:VolumeDevice
  startupProbe=22:Probe* resizePolicy=23[]:ContainerResizePolicy restartPolicy=24*
  restartPolicyRules=25[]:ContainerRestartRule
EphemeralContainer .=1:EphemeralContainerCommon targetContainerName=2
PodOS name=1!
PodSchedulingGate name=1!
PodResourceClaim name=1! resourceClaimName=3* resourceClaimTemplateName=4*
PodSchedulingGroup podGroupName=1*
EvictionResponder name=1! priority=2:int*
PodSpec volumes=1[]:Volume containers=2[]:Container restartPolicy=3
  terminationGracePeriodSeconds=4:int* activeDeadlineSeconds=5:int* dnsPolicy=6 nodeSelector=7{}
  serviceAccountName=8 serviceAccount=9 nodeName=10 hostNetwork=11:bool hostPID=12:bool
  hostIPC=13:bool securityContext=14:PodSecurityContext*
  imagePullSecrets=15[]:LocalObjectReference hostname=16 subdomain=17 affinity=18:Affinity*
  schedulerName=19 initContainers=20[]:Container automountServiceAccountToken=21:bool*
  tolerations=22[]:Toleration hostAliases=23[]:HostAlias priorityClassName=24 priority=25:int*
  dnsConfig=26:PodDNSConfig* shareProcessNamespace=27:bool* readinessGates=28[]:PodReadinessGate
  runtimeClassName=29* enableServiceLinks=30:bool* preemptionPolicy=31* overhead=32{}:quantity
  topologySpreadConstraints=33[]:TopologySpreadConstraint
  ephemeralContainers=34[]:EphemeralContainer setHostnameAsFQDN=35:bool* os=36:PodOS*
  hostUsers=37:bool* schedulingGates=38[]:PodSchedulingGate resourceClaims=39[]:PodResourceClaim
  resources=40:ResourceRequirements* hostnameOverride=41* schedulingGroup=43:PodSchedulingGroup*
  evictionResponders=44[]:EvictionResponder
PodCondition type=1! status=2! lastProbeTime=3:time lastTransitionTime=4:time reason=5 message=6
  observedGeneration=7:int
ContainerStateWaiting reason=1 message=2
ContainerStateRunning startedAt=1:time
ContainerStateTerminated exitCode=1:int! signal=2:int reason=3 message=4 startedAt=5:time
  finishedAt=6:time containerID=7
ContainerState waiting=1:ContainerStateWaiting* running=2:ContainerStateRunning*
  terminated=3:ContainerStateTerminated*
ImageVolumeStatus imageRef=1
VolumeStatus image=1:ImageVolumeStatus*
VolumeMountStatus name=1! mountPath=2! readOnly=3:bool recursiveReadOnly=4*
  volumeStatus=5:VolumeStatus*
LinuxContainerUser uid=1:int! gid=2:int! supplementalGroups=3[]:int
ContainerUser linux=1:LinuxContainerUser*
ResourceHealth resourceID=1! health=2 message=6*
ResourceStatus name=1! resources=2[]:ResourceHealth
ContainerStatus name=1! state=2:ContainerState lastState=3:ContainerState ready=4:bool!
  restartCount=5:int! image=6! imageID=7! containerID=8 started=9:bool*
  allocatedResources=10{}:quantity resources=11:ResourceRequirements*
  volumeMounts=12[]:VolumeMountStatus user=13:ContainerUser*
  allocatedResourcesStatus=14[]:ResourceStatus stopSignal=15*
PodIP ip=1!
PodResourceClaimStatus name=1! resourceClaimName=2*
HostIP ip=1!
ContainerExtendedResourceRequest containerName=1! resourceName=2! requestName=3!
PodExtendedResourceClaimStatus requestMappings=1[]:ContainerExtendedResourceRequest
  resourceClaimName=2!
NodeAllocatableMappedResources name=1! quantity=2:quantity
NodeAllocatableOverheadResources name=1! perPod=2:quantity perContainer=3:quantity
NodeAllocatableResourceClaimStatus resourceClaimName=1! containers=2[]
  mapping=4[]:NodeAllocatableMappedResources overhead=5[]:NodeAllocatableOverheadResources
VolumeHealthCondition status=1! reason=2! message=3
PodVolumeHealth name=1! healthConditions=2[]:VolumeHealthCondition lastTransitionTime=3:time
PodStatus phase=1 conditions=2[]:PodCondition message=3 reason=4 hostIP=5 podIP=6
  startTime=7:time containerStatuses=8[]:ContainerStatus qosClass=9
  initContainerStatuses=10[]:ContainerStatus nominatedNodeName=11 podIPs=12[]:PodIP
  ephemeralContainerStatuses=13[]:ContainerStatus resize=14
  resourceClaimStatuses=15[]:PodResourceClaimStatus hostIPs=16[]:HostIP
  observedGeneration=17:int extendedResourceClaimStatus=18:PodExtendedResourceClaimStatus*
  allocatedResources=19{}:quantity resources=20:ResourceRequirements*
  nodeAllocatableResourceClaimStatuses=21[]:NodeAllocatableResourceClaimStatus
  volumeHealth=22[]:PodVolumeHealth
Pod metadata=1:ObjectMeta spec=2:PodSpec status=3:PodStatus
)";

}  // namespace

std::string_view pod_messages() { return pod_text; }

}  // namespace telltale::server
