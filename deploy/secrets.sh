#!/bin/sh
# Creates the secrets of deploy/compose.yml, once: compose.env, the secrets of the XMPP nodes (private/engine), and a self-signed
# certificate if there is none (replace deploy/tls with a real one).
# usage: deploy/secrets.sh <domain> [folder]
set -eu
umask 077
domain=${1:?usage: secrets.sh <domain> [folder]}
folder=${2:-$(dirname "$0")}
command -v openssl > /dev/null || { echo 'secrets: openssl is missing (Debian: apt-get install openssl)' >&2; exit 1; }
[ ! -e "$folder/compose.env" ] || { echo "secrets: $folder/compose.env is there already" >&2; exit 1; }
{
  echo "DOMAIN=$domain"
  for name in DATABASE_PASSWORD XMPP_COMPONENT_SECRET XMPP_PASS_KEY TURN_SECRET ERLANG_COOKIE; do
    echo "$name=$(openssl rand -hex 32)"
  done
  echo "PUSH_CONTACT=mailto:team@$domain"
  # Account recovery: the SMTP server to send by, as smtps://user:password@host:465. Empty: none.
  echo 'MAIL_URL='
  echo "MAIL_FROM=no-reply@$domain"
} > "$folder/compose.env.part"
value() { sed -n "s/^$1=//p" "$folder/compose.env.part"; }
# The nodes run under a different user, so only the parent folder is closed to other users.
mkdir -p "$folder/private/engine"
chmod 755 "$folder/private/engine"
{
  echo 'define_macro:'
  echo "  DOMAIN: $domain"
  echo '  INTERFACE: "0.0.0.0"'
  echo '  HTTP_PORT: 5280'
  echo '  C2S_PORT: 5222'
  echo '  COMPONENT_PORT: 5347'
  echo "  COMPONENT_SECRET: \"$(value XMPP_COMPONENT_SECRET)\""
  echo '  PASS_KEY_FILE: /home/ejabberd/database/engine/pass.jwk'
} > "$folder/private/engine/node.yml"
printf '{"kty":"oct","alg":"HS256","k":"%s"}\n' \
  "$(value XMPP_PASS_KEY | tr -d '\n' | openssl base64 -A | tr '+/' '-_' | tr -d '=')" > "$folder/private/engine/pass.jwk"
chmod 644 "$folder/private/engine/node.yml" "$folder/private/engine/pass.jwk"
mv "$folder/compose.env.part" "$folder/compose.env"
if [ ! -e "$folder/tls" ]; then
  mkdir "$folder/tls"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj "/CN=$domain" \
    -addext "subjectAltName=DNS:$domain" -keyout "$folder/tls/privkey.pem" -out "$folder/tls/fullchain.pem" 2> /dev/null
fi
