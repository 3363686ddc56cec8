import "server-only";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { ChannelError } from "./errors";
import { ASSERTION, PROTOCOL, SIGNATURE } from "./saml-provider";
import { childrenOf, everyElement, readXml, type XmlElement } from "./xml";

export interface Expected {
  issuer: string;
  audience: string;
  recipient: string;
  requestId: string;
  skewMs: number;
}

/** SHA-256 or better, and keys that are never shared. */
const SIGNATURE_METHODS = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|384|512)$/;
const DIGEST_METHODS = /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha256|xmlenc#sha512|xmldsig-more#sha384)$/;
const TRANSFORMS = [
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
];
const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";
const DENIED = ["AuthnFailed", "RequestDenied", "NoPassive", "UnknownPrincipal", "NoAuthnContext"];
const FORMAT = /^urn:oasis:names:tc:SAML:[\d.]+:nameid-format:(\w+)$/;
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
/** Values of one assertion that are kept. */
const VALUES_MAX = 2000;

function refuse(reason: ChannelReason, cause: string): never {
  throw new ChannelError(reason, { cause: new Error(cause) });
}

function parsed(xml: string, reason: ChannelReason, comments = false): XmlElement {
  try {
    return readXml(xml, { comments });
  } catch (cause) {
    throw new ChannelError(reason, { cause });
  }
}

function only(elements: XmlElement[], reason: ChannelReason, what: string): XmlElement {
  const [element, ...others] = elements;
  if (!element || others.length > 0) refuse(reason, `${what}: ${elements.length} of them`);
  return element;
}

/**
 * The answer before its signature is looked at: its shape is the one a signature is unambiguous in, and it answers our
 * request. Nothing of it is believed. Throws ChannelError.
 */
export function checkResponse(xml: string, expected: Expected): { isSignedWhole: boolean } {
  // A comment in a signed text is a change that the signature does not see.
  const response = parsed(xml, /<!--/.test(xml) ? "signature" : "answer");
  if (response.name !== "Response" || response.uri !== PROTOCOL) refuse("answer", "no response");
  if (response.attributes.InResponseTo !== expected.requestId) refuse("state", "not an answer to our request");
  checkStatus(response);
  const { Destination, Version } = response.attributes;
  if (Version !== "2.0") refuse("answer", "version");
  if (Destination !== undefined && Destination !== expected.recipient) refuse("audience", "destination");
  const [issuer] = childrenOf(response, ASSERTION, "Issuer");
  if (issuer && issuer.text.trim() !== expected.issuer) refuse("issuer", "issuer of the response");
  if (childrenOf(response, ASSERTION, "EncryptedAssertion").length > 0) refuse("badConfiguration", "encrypted");
  checkShape(response);
  return { isSignedWhole: childrenOf(response, SIGNATURE, "Signature").length > 0 };
}

function checkStatus(response: XmlElement): void {
  const status = childrenOf(response, PROTOCOL, "Status")[0];
  const code = status && childrenOf(status, PROTOCOL, "StatusCode")[0];
  const value = code?.attributes.Value ?? "";
  if (value === `${STATUS}Success`) return;
  const inner = code ? (childrenOf(code, PROTOCOL, "StatusCode")[0]?.attributes.Value ?? "") : "";
  if (DENIED.some((name) => value === STATUS + name || inner === STATUS + name)) refuse("denied", inner || value);
  // The other side does not take our request: unknown to it, not signed, another address.
  if (value === `${STATUS}Requester`) refuse("clientRefused", inner || value);
  refuse("answer", value.slice(0, 200));
}

/** One assertion, one place for each signature, no id twice: what signature wrapping lives on is not there. */
function checkShape(response: XmlElement): void {
  const all = [...everyElement(response)];
  const assertion = only(
    all.filter(({ name }) => name === "Assertion"),
    "signature",
    "assertion",
  );
  if (!response.children.includes(assertion) || assertion.uri !== ASSERTION) refuse("signature", "place of assertion");
  if (all.some((element) => element !== response && element.name === "Response")) refuse("signature", "two responses");
  const ids = all.flatMap(({ attributes }) => [attributes.ID ?? attributes.Id ?? attributes.id ?? []].flat());
  if (new Set(ids).size !== ids.length) refuse("signature", "an id twice");
  const signatures = all.filter(({ name }) => name === "Signature");
  const placed = [response, assertion].flatMap((element) => childrenOf(element, SIGNATURE, "Signature"));
  if (placed.length === 0 || signatures.length !== placed.length) refuse("signature", "place of signature");
  for (const owner of [response, assertion]) {
    const own = childrenOf(owner, SIGNATURE, "Signature");
    if (own.length > 1) refuse("signature", "two signatures");
    if (own[0]) checkSignature(own[0], owner);
  }
}

function checkSignature(signature: XmlElement, owner: XmlElement): void {
  const info = only(childrenOf(signature, SIGNATURE, "SignedInfo"), "signature", "signed info");
  const algorithm = (element: XmlElement | undefined) => element?.attributes.Algorithm ?? "";
  if (!SIGNATURE_METHODS.test(algorithm(childrenOf(info, SIGNATURE, "SignatureMethod")[0]))) {
    refuse("signature", "algorithm");
  }
  const reference = only(childrenOf(info, SIGNATURE, "Reference"), "signature", "reference");
  if (reference.attributes.URI !== `#${owner.attributes.ID}`) refuse("signature", "reference to something else");
  if (!DIGEST_METHODS.test(algorithm(childrenOf(reference, SIGNATURE, "DigestMethod")[0]))) {
    refuse("signature", "digest");
  }
  const transforms = childrenOf(reference, SIGNATURE, "Transforms").flatMap(({ children }) => children);
  if (!transforms.every((transform) => TRANSFORMS.includes(algorithm(transform)))) refuse("signature", "transform");
}

/** What the text under the signature says, when it is meant for us, now, and as answer to our request. Throws ChannelError. */
export function readAssertion(xml: string, expected: Expected) {
  const assertion = parsed(xml, "signature", true);
  if (assertion.name !== "Assertion" || assertion.uri !== ASSERTION) refuse("signature", "no assertion");
  const issuer = only(childrenOf(assertion, ASSERTION, "Issuer"), "issuer", "issuer").text.trim();
  if (issuer !== expected.issuer) refuse("issuer", "issuer of the assertion");
  const { ID: id } = assertion.attributes;
  if (!id || assertion.attributes.Version !== "2.0") refuse("claims", "id or version");
  const conditionsEnd = checkConditions(assertion, expected);
  const subject = only(childrenOf(assertion, ASSERTION, "Subject"), "claims", "subject");
  const end = Math.min(conditionsEnd, checkConfirmation(subject, expected));
  const statements = childrenOf(assertion, ASSERTION, "AuthnStatement");
  if (statements.length === 0) refuse("claims", "nobody was authenticated");
  for (const { attributes } of statements) {
    if (timeOf(attributes.SessionNotOnOrAfter) + expected.skewMs <= Date.now()) refuse("expired", "session");
  }
  return {
    issuer,
    id,
    ...nameIdOf(subject),
    claims: claimsOf(assertion),
    /** After this it is refused anyway: it is over, or its request long forgotten. */
    rememberUntil: new Date(Math.min(end, Date.now() + 86_400_000) + expected.skewMs + 60_000),
  };
}

/** Milliseconds; an absent time is not a number, so that every comparison with it is false. */
function timeOf(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  const time = Date.parse(text);
  if (Number.isNaN(time)) refuse("claims", "not a time");
  return time;
}

/** Throws expired, notYet. Answers the end, which has to be told. */
function checkTimes({ attributes }: XmlElement, skewMs: number): number {
  const end = timeOf(attributes.NotOnOrAfter);
  if (Number.isNaN(end)) refuse("claims", "no end");
  if (end + skewMs <= Date.now()) refuse("expired", "not on or after");
  if (timeOf(attributes.NotBefore) - skewMs > Date.now()) refuse("notYet", "not before");
  return end;
}

function checkConditions(assertion: XmlElement, { audience, skewMs }: Expected): number {
  const conditions = only(childrenOf(assertion, ASSERTION, "Conditions"), "claims", "conditions");
  const end = checkTimes(conditions, skewMs);
  const restrictions = childrenOf(conditions, ASSERTION, "AudienceRestriction");
  const isMeant = (restriction: XmlElement) =>
    childrenOf(restriction, ASSERTION, "Audience").some(({ text }) => text.trim() === audience);
  if (restrictions.length === 0 || !restrictions.every(isMeant)) refuse("audience", "audience");
  return end;
}

/** At least one confirmation for a bearer fits whole; else the reason of the last. */
function checkConfirmation(subject: XmlElement, { recipient, requestId, skewMs }: Expected): number {
  let failure: unknown = new ChannelError("claims", { cause: new Error("no confirmation") });
  for (const confirmation of childrenOf(subject, ASSERTION, "SubjectConfirmation")) {
    if (confirmation.attributes.Method !== BEARER) continue;
    try {
      const data = only(childrenOf(confirmation, ASSERTION, "SubjectConfirmationData"), "claims", "confirmation data");
      if (data.attributes.InResponseTo !== requestId) refuse("state", "confirmation of another request");
      if (data.attributes.Recipient !== recipient) refuse("audience", "recipient");
      return checkTimes(data, skewMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function nameIdOf(subject: XmlElement): { nameId: string; isEmail: boolean } {
  const element = only(childrenOf(subject, ASSERTION, "NameID"), "claims", "name id");
  if (element.children.length > 0) refuse("claims", "name id with elements in it");
  const format = FORMAT.exec(element.attributes.Format ?? "")?.[1];
  // Another one at each sign-in: nobody could be known again by it.
  if (format === "transient") refuse("claims", "transient name id");
  const nameId = element.text.trim();
  if (!nameId) refuse("claims", "empty name id");
  return { nameId, isEmail: format === "emailAddress" };
}

/** Values by name and by friendly name. */
function claimsOf(assertion: XmlElement): Record<string, string[]> {
  const claims: Record<string, string[]> = Object.create(null);
  let count = 0;
  for (const statement of childrenOf(assertion, ASSERTION, "AttributeStatement")) {
    for (const attribute of childrenOf(statement, ASSERTION, "Attribute")) {
      const { Name, FriendlyName } = attribute.attributes;
      const values = childrenOf(attribute, ASSERTION, "AttributeValue").map(({ text }) => text.trim());
      count += values.length;
      if (count > VALUES_MAX) refuse("tooLarge", "attributes");
      for (const name of new Set([Name, FriendlyName])) if (name) claims[name] = [...(claims[name] ?? []), ...values];
    }
  }
  return { ...claims };
}
