{{/* What all pods have in common: the rights of the standard `restricted`, and where they may run. */}}
{{- define "gmb.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "gmb.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "gmb.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "gmb.environment" -}}
- configMapRef: { name: {{ include "gmb.name" . }} }
- secretRef: { name: {{ include "gmb.secret" . }} }
{{- end -}}

{{/* Changes with the configuration, so that the pods are replaced. */}}
{{- define "gmb.checksum" -}}
checksum/config: {{ include (print .Template.BasePath "/config.yaml") . | sha256sum }}
{{- end -}}

{{/* Nothing starts before the job has migrated the database. */}}
{{- define "gmb.untilMigrated" -}}
- name: migrations
  image: {{ include "gmb.image" (list . "app") }}
  imagePullPolicy: {{ .Values.images.pullPolicy }}
  command: [node, backend/dist/src/cli/migrate.js, --wait]
  envFrom:
    {{- include "gmb.environment" . | nindent 4 }}
  resources:
    {{- toYaml .Values.migrate.resources | nindent 4 }}
  securityContext:
    {{- include "gmb.containerSecurity" . | nindent 4 }}
  volumeMounts:
    {{- include "gmb.mounts" . | nindent 4 }}
{{- end -}}

{{- define "gmb.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end -}}

{{/* Prefers another node for each pod of a part: (list $ "api"). */}}
{{- define "gmb.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "gmb.selector" . | nindent 6 }}
{{- end -}}
