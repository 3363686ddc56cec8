import "server-only";
import { certificateState, readSigningKey } from "./keys";
import type { OpenChannel } from "./types";
import { xmlText } from "./xml";

export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

/** How the identity provider knows us: the channel's own name for it, else the address of our metadata. */
export function serviceEntityId({ app }: Pick<OpenChannel, "app">, callbackUrl: string): string {
  return app.appIdUri || callbackUrl.replace(/callback$/, "metadata");
}

/** Our metadata for the identity provider: who we are, where answers go, what our requests are signed with. */
export function serviceMetadata(channel: OpenChannel, callbackUrl: string): string {
  const signs = channel.settings.signRequests === true;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${xmlText(serviceEntityId(channel, callbackUrl))}">
  <md:SPSSODescriptor AuthnRequestsSigned="${signs}" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">${signs ? keyDescriptor(channel) : ""}
    <md:AssertionConsumerService Binding="${POST}" Location="${xmlText(callbackUrl)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}

/** The certificate that stands beside our key, or the bare public key where there is none. */
function keyDescriptor(channel: OpenChannel): string {
  const found = signingKey(channel);
  if (!found) return "";
  const { key, certificate } = found;
  const { n = "", e = "" } = key.export({ format: "jwk" });
  const plain = (text: string) => Buffer.from(text, "base64url").toString("base64");
  const info =
    certificate && certificateState(certificate) !== "expired"
      ? `<ds:X509Data><ds:X509Certificate>${certificate.raw.toString("base64")}</ds:X509Certificate></ds:X509Data>`
      : `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${plain(n)}</ds:Modulus><ds:Exponent>${plain(e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
  return `
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${SIGNATURE}">${info}</ds:KeyInfo>
    </md:KeyDescriptor>`;
}

/** Null where none is stored or it cannot be read. */
export function signingKey(channel: OpenChannel) {
  try {
    return readSigningKey(channel.secret("privateKey") ?? "");
  } catch {
    return null;
  }
}
