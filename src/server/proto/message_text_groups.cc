// SPDX-License-Identifier: Apache-2.0

// Events, leases, reviews, RBAC, definitions, scale, eviction, admission.

#include "server/proto/message_text.h"

namespace telltale::server {
namespace {

constexpr std::string_view group_text = R"(
events.EventSeries count=1:int! lastObservedTime=2:microtime
events.Event metadata=1:ObjectMeta! eventTime=2:microtime series=3:events.EventSeries*
  reportingController=4 reportingInstance=5 action=6 reason=7 regarding=8:ObjectReference
  related=9:ObjectReference* note=10 type=11 deprecatedSource=12:EventSource
  deprecatedFirstTimestamp=13:time deprecatedLastTimestamp=14:time deprecatedCount=15:int
LeaseSpec holderIdentity=1* leaseDurationSeconds=2:int* acquireTime=3:microtime
  renewTime=4:microtime leaseTransitions=5:int* strategy=6* preferredHolder=7*
Lease metadata=1:ObjectMeta spec=2:LeaseSpec
TokenReviewSpec token=1 audiences=2[]
UserInfo username=1 uid=2 groups=3[] extra=4{}:strings
TokenReviewStatus authenticated=1:bool user=2:UserInfo error=3 audiences=4[]
TokenReview metadata=1:ObjectMeta spec=2:TokenReviewSpec! status=3:TokenReviewStatus
SelfSubjectReviewStatus userInfo=1:UserInfo
SelfSubjectReview metadata=1:ObjectMeta status=2:SelfSubjectReviewStatus
BoundObjectReference kind=1 apiVersion=2 name=3 uid=4
TokenRequestSpec audiences=1[] boundObjectRef=3:BoundObjectReference* expirationSeconds=4:int*
  attestations=5{}:strings
TokenRequestStatus token=1! expirationTimestamp=2:time
TokenRequest metadata=1:ObjectMeta spec=2:TokenRequestSpec! status=3:TokenRequestStatus
FieldSelectorRequirement key=1! operator=2! values=3[]
FieldSelectorAttributes rawSelector=1 requirements=2[]:FieldSelectorRequirement
LabelSelectorAttributes rawSelector=1 requirements=2[]:LabelSelectorRequirement
ResourceAttributes namespace=1 verb=2 group=3 version=4 resource=5 subresource=6 name=7
  fieldSelector=8:FieldSelectorAttributes* labelSelector=9:LabelSelectorAttributes*
NonResourceAttributes path=1 verb=2
SelfSubjectAccessReviewSpec resourceAttributes=1:ResourceAttributes*
  nonResourceAttributes=2:NonResourceAttributes*
SubjectAccessReviewStatus allowed=1:bool! reason=2 evaluationError=3 denied=4:bool
SelfSubjectAccessReview metadata=1:ObjectMeta spec=2:SelfSubjectAccessReviewSpec!
  status=3:SubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes=1:ResourceAttributes*
  nonResourceAttributes=2:NonResourceAttributes* user=3 groups=4[] extra=5{}:strings uid=6
SubjectAccessReview metadata=1:ObjectMeta spec=2:SubjectAccessReviewSpec!
  status=3:SubjectAccessReviewStatus
LocalSubjectAccessReview metadata=1:ObjectMeta spec=2:SubjectAccessReviewSpec!
  status=3:SubjectAccessReviewStatus
SelfSubjectRulesReviewSpec namespace=1
ResourceRule verbs=1[] apiGroups=2[] resources=3[] resourceNames=4[]
NonResourceRule verbs=1[] nonResourceURLs=2[]
SubjectRulesReviewStatus resourceRules=1[]:ResourceRule nonResourceRules=2[]:NonResourceRule
  incomplete=3:bool! evaluationError=4
SelfSubjectRulesReview metadata=1:ObjectMeta spec=2:SelfSubjectRulesReviewSpec!
  status=3:SubjectRulesReviewStatus
PolicyRule verbs=1[] apiGroups=2[] resources=3[] resourceNames=4[] nonResourceURLs=5[]
Role metadata=1:ObjectMeta rules=2[]:PolicyRule
AggregationRule clusterRoleSelectors=1[]:LabelSelector
ClusterRole metadata=1:ObjectMeta rules=2[]:PolicyRule aggregationRule=3:AggregationRule*
Subject kind=1! apiGroup=2 name=3! namespace=4
RoleRef apiGroup=1! kind=2! name=3!
RoleBinding metadata=1:ObjectMeta subjects=2[]:Subject roleRef=3:RoleRef!
ClusterRoleBinding metadata=1:ObjectMeta subjects=2[]:Subject roleRef=3:RoleRef!
CustomResourceDefinitionNames plural=1! singular=2 shortNames=3[] kind=4! listKind=5
  categories=6[]
ExternalDocumentation description=1 url=2
ValidationRule rule=1! message=2 messageExpression=3 reason=4* fieldPath=5
  optionalOldSelf=6:bool*
JSONSchemaProps id=1 $schema=2 $ref=3* description=4 type=5 format=6 title=7 default=8:json*
  maximum=9:double* exclusiveMaximum=10:bool minimum=11:double* exclusiveMinimum=12:bool
  maxLength=13:int* minLength=14:int* pattern=15 maxItems=16:int* minItems=17:int*
  uniqueItems=18:bool multipleOf=19:double* enum=20[]:json maxProperties=21:int*
  minProperties=22:int* required=23[] items=24:JSONSchemaPropsOrArray*
  allOf=25[]:JSONSchemaProps oneOf=26[]:JSONSchemaProps anyOf=27[]:JSONSchemaProps
  not=28:JSONSchemaProps* properties=29{}:JSONSchemaProps
  additionalProperties=30:JSONSchemaPropsOrBool* patternProperties=31{}:JSONSchemaProps
  dependencies=32{}:JSONSchemaPropsOrStringArray additionalItems=33:JSONSchemaPropsOrBool*
  definitions=34{}:JSONSchemaProps externalDocs=35:ExternalDocumentation* example=36:json*
  nullable=37:bool x-kubernetes-preserve-unknown-fields=38:bool*
  x-kubernetes-embedded-resource=39:bool x-kubernetes-int-or-string=40:bool
  x-kubernetes-list-map-keys=41[] x-kubernetes-list-type=42* x-kubernetes-map-type=43*
  x-kubernetes-validations=44[]:ValidationRule
JSONSchemaPropsOrArray? jSONSchemas=2[]:JSONSchemaProps schema=1:JSONSchemaProps*
JSONSchemaPropsOrBool? allows=1:bool* schema=2:JSONSchemaProps*
JSONSchemaPropsOrStringArray? property=2[] schema=1:JSONSchemaProps*
CustomResourceValidation openAPIV3Schema=1:JSONSchemaProps*
CustomResourceSubresourceStatus
CustomResourceSubresourceScale specReplicasPath=1! statusReplicasPath=2! labelSelectorPath=3*
CustomResourceSubresources status=1:CustomResourceSubresourceStatus*
  scale=2:CustomResourceSubresourceScale*
CustomResourceColumnDefinition name=1! type=2! format=3 description=4 priority=5:int jsonPath=6!
SelectableField jsonPath=1!
CustomResourceDefinitionVersion name=1! served=2:bool! storage=3:bool!
  schema=4:CustomResourceValidation* subresources=5:CustomResourceSubresources*
  additionalPrinterColumns=6[]:CustomResourceColumnDefinition deprecated=7:bool
  deprecationWarning=8* selectableFields=9[]:SelectableField
crd.ServiceReference namespace=1! name=2! path=3* port=4:int*
crd.WebhookClientConfig service=1:crd.ServiceReference* caBundle=2:bytes url=3*
WebhookConversion clientConfig=2:crd.WebhookClientConfig* conversionReviewVersions=3[]
CustomResourceConversion strategy=1! webhook=2:WebhookConversion*
CustomResourceDefinitionSpec group=1! names=3:CustomResourceDefinitionNames! scope=4!
  versions=7[]:CustomResourceDefinitionVersion conversion=9:CustomResourceConversion*
  preserveUnknownFields=10:bool
CustomResourceDefinitionCondition type=1! status=2! lastTransitionTime=3:time reason=4 message=5
  observedGeneration=6:int
CustomResourceDefinitionStatus conditions=1[]:CustomResourceDefinitionCondition
  acceptedNames=2:CustomResourceDefinitionNames! storedVersions=3[] observedGeneration=4:int
CustomResourceDefinition metadata=1:ObjectMeta spec=2:CustomResourceDefinitionSpec!
  status=3:CustomResourceDefinitionStatus
ScaleSpec replicas=1:int
ScaleStatus replicas=1:int! selector=2
Scale metadata=1:ObjectMeta spec=2:ScaleSpec status=3:ScaleStatus
Eviction metadata=1:ObjectMeta deleteOptions=2:DeleteOptions*
admission.ServiceReference namespace=1! name=2! path=3* port=4:int*
admission.WebhookClientConfig service=1:admission.ServiceReference* caBundle=2:bytes url=3*
Rule apiGroups=1[] apiVersions=2[] resources=3[] scope=4*
RuleWithOperations operations=1[] .=2:Rule
MatchCondition name=1! expression=2!
ValidatingWebhook name=1! clientConfig=2:admission.WebhookClientConfig!
  rules=3[]:RuleWithOperations failurePolicy=4* namespaceSelector=5:LabelSelector*
  sideEffects=6* timeoutSeconds=7:int* admissionReviewVersions=8[] matchPolicy=9*
  objectSelector=10:LabelSelector* matchConditions=11[]:MatchCondition
ValidatingWebhookConfiguration metadata=1:ObjectMeta webhooks=2[]:ValidatingWebhook
MutatingWebhook name=1! clientConfig=2:admission.WebhookClientConfig!
  rules=3[]:RuleWithOperations failurePolicy=4* namespaceSelector=5:LabelSelector*
  sideEffects=6* timeoutSeconds=7:int* admissionReviewVersions=8[] matchPolicy=9*
  reinvocationPolicy=10* objectSelector=11:LabelSelector* matchConditions=12[]:MatchCondition
MutatingWebhookConfiguration metadata=1:ObjectMeta webhooks=2[]:MutatingWebhook
)";

}  // namespace

std::string_view group_messages() { return group_text; }

}  // namespace telltale::server
