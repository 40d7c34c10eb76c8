{{/* The beginning of all names: the release's, with the product's in it. */}}
{{- define "gmb.name" -}}
{{- $name := .Release.Name -}}
{{- if not (contains "gmb-moments" $name) }}{{ $name = printf "%s-gmb-moments" $name }}{{ end -}}
{{- $name | trunc 34 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels of all pods of this release. */}}
{{- define "gmb.release" -}}
app.kubernetes.io/name: gmb-moments
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Labels that select the pods of one part: (list $ "api"). */}}
{{- define "gmb.selector" -}}
{{ include "gmb.release" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of a part's objects: (list $ "api"). */}}
{{- define "gmb.labels" -}}
{{- $root := index . 0 -}}
{{ include "gmb.selector" . }}
app.kubernetes.io/version: {{ include "gmb.version" $root | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "gmb.version" -}}
{{ .Values.images.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* The image `app` or `web`: (list $ "app"). */}}
{{- define "gmb.image" -}}
{{- $root := index . 0 -}}
{{- $image := get $root.Values.images (index . 1) -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ include "gmb.version" $root }}
{{- end -}}
{{- end -}}

{{/* The Secret with the product's secrets. */}}
{{- define "gmb.secret" -}}
{{ .Values.existingSecret | default (include "gmb.name" .) }}
{{- end -}}

{{/* The Secret with the first member of staff, which may be missing. */}}
{{- define "gmb.firstUser" -}}
{{ .Values.firstUser.existingSecret | default (printf "%s-first-user" (include "gmb.name" .)) }}
{{- end -}}

{{/* The volume claim `certificates` or `backups`, of these values: (list $ "backups" .Values.backup.storage). */}}
{{- define "gmb.claimName" -}}
{{ (index . 2).existingClaim | default (printf "%s-%s" (include "gmb.name" (index . 0)) (index . 1)) }}
{{- end -}}

{{/* That claim, unless it is there already. It outlives the release. */}}
{{- define "gmb.claim" -}}
{{- $root := index . 0 -}}
{{- $storage := index . 2 -}}
{{- if not $storage.existingClaim -}}
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: {{ include "gmb.claimName" . }}
  labels:
    {{- include "gmb.labels" (list $root (index . 1)) | nindent 4 }}
  annotations:
    helm.sh/resource-policy: keep
spec:
  accessModes: [ReadWriteOnce]
  {{- with $storage.class }}
  storageClassName: {{ . }}
  {{- end }}
  resources:
    requests: { storage: {{ $storage.size }} }
{{- end -}}
{{- end -}}
