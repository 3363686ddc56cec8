import "server-only";
import type { X509Certificate } from "node:crypto";
import { AppError } from "@/lib/errors/errors";
import { isWebAddress } from "./fields";
import { certificateState, readCertificates } from "./keys";
import { readOutside } from "./outside-text";
import { METADATA, PROTOCOL, SIGNATURE } from "./saml-provider";
import { childrenOf, everyElement, readXml, type XmlElement } from "./xml";

/** Metadata of one identity provider is some kilobytes; characters and bytes. */
export const METADATA_MAX = 1_000_000;
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** The settings of a SAML channel that its identity provider's metadata tell. */
export interface SamlMetadata {
  idpEntityId: string;
  ssoUrl: string;
  certificates: string;
}

/** Reads the metadata at an address an administrator entered. Throws metadataUnreachable and as `readSamlMetadata`. */
export async function fetchSamlMetadata(url: string): Promise<SamlMetadata> {
  const accept = "application/samlmetadata+xml, application/xml, text/xml";
  const xml = await readOutside(url, { accept, maxBytes: METADATA_MAX }).catch((cause: unknown) => {
    throw new AppError("metadataUnreachable", { cause });
  });
  return readSamlMetadata(xml);
}

/** Throws metadataUnreadable: no XML, a DTD, no identity provider or several, no address by redirect, no certificate. */
export function readSamlMetadata(xml: string): SamlMetadata {
  const { entity, provider } = providerOf(xml);
  const service = childrenOf(provider, METADATA, "SingleSignOnService").find(
    ({ attributes }) => attributes.Binding === REDIRECT,
  );
  const idpEntityId = entity.attributes.entityID?.trim() ?? "";
  const ssoUrl = service?.attributes.Location?.trim() ?? "";
  const certificates = certificatesOf(provider);
  if (!idpEntityId || !isWebAddress(ssoUrl) || certificates.length === 0) throw new AppError("metadataUnreadable");
  return { idpEntityId, ssoUrl, certificates: certificates.map((one) => one.toString().trim()).join("\n") };
}

function providerOf(xml: string): { entity: XmlElement; provider: XmlElement } {
  const root = (() => {
    try {
      // A byte order mark is no part of the text; comments are common in metadata.
      return readXml(xml.replace(/^\uFEFF/, "").trim(), { comments: true });
    } catch (cause) {
      throw new AppError("metadataUnreadable", { cause });
    }
  })();
  const found = [...everyElement(root)]
    .filter(({ name, uri }) => name === "EntityDescriptor" && uri === METADATA)
    .flatMap((entity) =>
      childrenOf(entity, METADATA, "IDPSSODescriptor")
        .filter(({ attributes }) => attributes.protocolSupportEnumeration?.split(/\s+/).includes(PROTOCOL))
        .map((provider) => ({ entity, provider })),
    );
  const [one] = found;
  if (!one || found.length > 1) throw new AppError("metadataUnreadable");
  return one;
}

/** Those it signs with; expired ones only where there are no others. */
function certificatesOf(provider: XmlElement): X509Certificate[] {
  const texts = childrenOf(provider, METADATA, "KeyDescriptor")
    .filter(({ attributes }) => attributes.use !== "encryption")
    .flatMap((key) => [...everyElement(key)])
    .filter(({ name, uri }) => name === "X509Certificate" && uri === SIGNATURE)
    .map(({ text }) => text.replace(/\s+/g, ""));
  const read = (text: string) => {
    try {
      return readCertificates(text);
    } catch {
      return [];
    }
  };
  const all = [...new Set(texts)].flatMap(read);
  const valid = all.filter((certificate) => certificateState(certificate) !== "expired");
  return valid.length > 0 ? valid : all;
}
