{{/* Ends with a sentence where something is not set that nothing works without, or does not fit together. */}}
{{- define "gmb.checks" -}}
{{- if not .Values.host }}
  {{- fail "host: not set; it is the host on which staff work, such as admin.example.com" }}
{{- end }}
{{- if not (regexMatch "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$" .Values.host) }}
  {{- fail (printf "host: got %q, which is not a host in small letters without https:// and port, such as admin.example.com" .Values.host) }}
{{- end }}
{{- if not .Values.settings.SERVER_IP }}
  {{- fail "settings.SERVER_IP: not set; it is the address of the service `web`, which agencies' domains must point to" }}
{{- end }}
{{- if not .Values.settings.S3_ENDPOINT }}
  {{- fail "settings.S3_ENDPOINT: not set; several processes share their files in an S3-compatible store" }}
{{- end }}
{{- $given := list }}
{{- range $name, $value := .Values.secrets }}
  {{- if $value }}{{ $given = append $given $name }}{{ end }}
{{- end }}
{{- if and .Values.existingSecret $given }}
  {{- fail (printf "existingSecret: set, but secrets.%s is set too; set only one of them" (first $given)) }}
{{- end }}
{{- if not .Values.existingSecret }}
  {{- range list "DATABASE_URL" "S3_ACCESS_KEY" "S3_SECRET_KEY" "SESSION_SECRET" }}
    {{- if not (has . $given) }}
      {{- fail (printf "secrets.%s: not set; give it, or name a Secret that holds it as existingSecret" .) }}
    {{- end }}
  {{- end }}
{{- end }}
{{- if and .Values.firstUser.existingSecret (or .Values.firstUser.email .Values.firstUser.password) }}
  {{- fail "firstUser.existingSecret: set, but firstUser.email or firstUser.password is set too; set only one of them" }}
{{- end }}
{{- range $part := list "api" "worker" }}
  {{- with (get $.Values $part).autoscaling }}
    {{- if gt (int .min) (int .max) }}
      {{- fail (printf "%s.autoscaling: got min %v, which is more than max %v" $part .min .max) }}
    {{- end }}
  {{- end }}
{{- end }}
{{- end -}}
