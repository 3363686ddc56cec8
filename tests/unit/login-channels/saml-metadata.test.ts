import { readSamlMetadata } from "@/lib/auth/channels/saml-metadata";
import { makeCertificate } from "@/tests/factories/certificates";

const day = 86_400_000;
const own = makeCertificate({ name: "signing" });
const next = makeCertificate({ name: "next" });
const old = makeCertificate({ from: new Date(Date.now() - 9 * day), to: new Date(Date.now() - day) });
const hidden = makeCertificate({ name: "encryption" });
const bare = (certificate: string) => certificate.replace(/-----.*-----/g, "").trim();

const key = (certificate: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${bare(certificate)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const POST =
  '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.test/post"/>';
const REDIRECT =
  '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/sso?a=1&amp;b=2"/>';
const NAMESPACES = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const provider = (content: string) =>
  `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</md:IDPSSODescriptor>`;
const entity = (content: string, id = "https://idp.test/meta") =>
  `<md:EntityDescriptor ${NAMESPACES} entityID="${id}">${content}</md:EntityDescriptor>`;

it("reads the three settings, by redirect, with the certificates it signs with", () => {
  const xml = entity(
    provider(
      key(hidden.certificate, ' use="encryption"') + key(own.certificate) + key(next.certificate, "") + POST + REDIRECT,
    ),
  );
  expect(readSamlMetadata(xml)).toEqual({
    idpEntityId: "https://idp.test/meta",
    ssoUrl: "https://idp.test/sso?a=1&b=2",
    certificates: `${own.certificate.trim()}\n${next.certificate.trim()}`,
  });
});

it("takes declaration, byte order mark, comments and a list of entities with one identity provider", () => {
  const service = entity("<md:SPSSODescriptor/>", "https://sp.test");
  const list = `<md:EntitiesDescriptor ${NAMESPACES}><!-- list -->${service}${entity(provider(key(own.certificate) + REDIRECT))}</md:EntitiesDescriptor>`;
  expect(readSamlMetadata(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${list}\n`).idpEntityId).toBe(
    "https://idp.test/meta",
  );
});

it("leaves an expired certificate out while there is another, and takes it alone", () => {
  const both = readSamlMetadata(entity(provider(key(old.certificate) + key(own.certificate) + REDIRECT)));
  expect(both.certificates).toBe(own.certificate.trim());
  const alone = readSamlMetadata(entity(provider(key(old.certificate) + REDIRECT)));
  expect(alone.certificates).toBe(old.certificate.trim());
});

const whole = entity(provider(key(own.certificate) + REDIRECT));
it.each([
  ["no XML", "hello"],
  ["nothing", ""],
  ["a document type", `<!DOCTYPE x [<!ENTITY a "b">]>${whole}`],
  ["an entity of its own", whole.replace("https://idp.test/meta", "&a;")],
  ["XML that is cut", whole.slice(0, -10)],
  ["another document", "<html/>"],
  ["a service provider", entity("<md:SPSSODescriptor/>")],
  ["another protocol", whole.replace("SAML:2.0:protocol", "SAML:1.1:protocol")],
  ["no address by redirect", entity(provider(key(own.certificate) + POST))],
  ["an address that is a script", whole.replace("https://idp.test/sso", "javascript:alert(1)//")],
  ["no certificate", entity(provider(REDIRECT))],
  ["a broken certificate", whole.replace(/MII/, "XXX")],
  ["only one for encryption", entity(provider(key(own.certificate, ' use="encryption"') + REDIRECT))],
  ["no name", whole.replace(' entityID="https://idp.test/meta"', "")],
  ["two identity providers", `<md:EntitiesDescriptor ${NAMESPACES}>${whole}${whole}</md:EntitiesDescriptor>`],
  ["elements without end", "<a>".repeat(1000)],
])("refuses %s", (_name, xml) => {
  expect(() => readSamlMetadata(xml)).toThrow(expect.objectContaining({ key: "metadataUnreadable" }));
});
