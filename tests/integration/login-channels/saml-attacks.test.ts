import { randomUUID } from "node:crypto";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { findChannelRow } from "@/db/queries/login-channels/channels";
import { sessions } from "@/db/schema/auth";
import { users } from "@/db/schema/organisation";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { makeCertificate } from "@/tests/factories/certificates";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { lastReason, metadataOf, walk } from "@/tests/factories/saml-journey";
import { attacks, documents } from "@/tests/fakes/saml-attacks";
import { type SamlBehaviour, type SamlPerson, startSamlIdp } from "@/tests/fakes/saml-idp";

jest.setTimeout(30_000);

const SKEW = 30;
const tail = v7().slice(-6);
const person = (name: string): SamlPerson => ({
  nameId: `${name}-${tail}@corp.test`,
  uid: `${name}${tail}`,
  displayName: name,
  mail: `${name}@mail.test`,
  groups: "all",
});
const [mallory, victim] = [person("mallory"), person("victim")];

let idp: Awaited<ReturnType<typeof startSamlIdp>>;
let channel: OpenChannel;

beforeAll(async () => {
  idp = await startSamlIdp([mallory, victim]);
  const settings = {
    idpEntityId: idp.entityId,
    ssoUrl: idp.ssoUrl,
    certificates: idp.certificate,
    accountAttribute: "uid",
    clockSkewSeconds: SKEW,
  };
  channel = await makeLoginChannel({ kind: "saml", settings });
  idp.trust(await metadataOf(channel.id));
});
afterAll(async () => {
  await dropLoginChannel(channel.id);
  await idp.close();
  await closeDatabase();
});

/** Refused with this reason; nobody is made, nobody is in. */
async function refused(behaviour: SamlBehaviour, reason: string, told = "channelFailed"): Promise<void> {
  idp.behave(behaviour);
  const counts = async () => [await db().$count(users), await db().$count(sessions)];
  const before = await counts();
  const { location } = await walk(channel.id, mallory.nameId);
  expect({ location, reason: await lastReason(channel.id) }).toEqual({ location: `/login?failed=${told}`, reason });
  expect(await counts()).toEqual(before);
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const without = (pattern: RegExp) => ({ before: (xml: string) => xml.replace(pattern, "") });

describe("signature", () => {
  const cases: [string, () => SamlBehaviour][] = [
    ["of another key", () => ({ key: makeCertificate() })],
    ["of another key over the whole answer", () => ({ key: makeCertificate(), signs: "response" })],
    ["missing", () => ({ signs: "nothing" })],
    ["by SHA-1", () => ({ algorithm: "sha1" })],
    ["by SHA-1 over the whole answer", () => ({ algorithm: "sha1", signs: "response" })],
    [
      "of the answer broken while the assertion's holds",
      () => ({ signs: "both", after: (xml) => xml.replace("<samlp:Status>", "<samlp:Status> ") }),
    ],
  ];
  it.each(cases)("%s", async (_name, behaviour) => refused(behaviour(), "signature"));

  it.each(Object.entries(attacks(victim.nameId)))("%s", async (_name, after) => {
    await refused({ after }, "signature");
    await refused({ after, signs: "both" }, "signature");
  });

  it.each(Object.entries(documents))("document: %s", (_name, after) => refused({ after }, "answer"));
});

describe("who, for whom, when", () => {
  const elsewhere = "https://elsewhere.test/x";
  const cases: [string, () => SamlBehaviour, string, string?][] = [
    ["another issuer", () => ({ tags: { Issuer: elsewhere } }), "issuer"],
    [
      "another issuer of the assertion alone",
      () => ({ before: (xml) => xml.replace(/(<saml:Assertion .*?<saml:Issuer>)[^<]+/s, `$1${elsewhere}`) }),
      "issuer",
    ],
    ["another audience", () => ({ tags: { Audience: elsewhere } }), "audience"],
    ["no audience", () => without(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s), "audience"],
    ["another recipient", () => ({ tags: { SubjectRecipient: elsewhere } }), "audience"],
    ["another destination", () => ({ tags: { Destination: elsewhere } }), "audience"],
    ["an answer to another request", () => ({ tags: { InResponseTo: "_other" } }), "state", "channelExpired"],
    ["an answer to no request", () => ({ tags: { InResponseTo: undefined } }), "state", "channelExpired"],
    [
      "an assertion for another request",
      () => ({ before: (xml) => xml.replace(/(Recipient="[^"]+" InResponseTo=")[^"]+/, "$1_other") }),
      "state",
      "channelExpired",
    ],
    ["over since the leeway's end", () => ({ tags: { ConditionsNotOnOrAfter: at(-SKEW - 2) } }), "expired"],
    ["confirmation over", () => ({ tags: { SubjectConfirmationDataNotOnOrAfter: at(-SKEW - 2) } }), "expired"],
    ["not before the leeway's end", () => ({ tags: { ConditionsNotBefore: at(SKEW + 5) } }), "notYet"],
    ["no end", () => without(/ NotOnOrAfter="[^"]+"/g), "claims"],
    ["no conditions", () => without(/<saml:Conditions .*<\/saml:Conditions>/s), "claims"],
    ["no confirmation", () => without(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/s), "claims"],
    [
      "a confirmation for others than bearers",
      () => ({ before: (xml) => xml.replace("cm:bearer", "cm:holder-of-key") }),
      "claims",
    ],
    ["nobody was authenticated", () => without(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/s), "claims"],
    ["no name id", () => without(/<saml:NameID.*<\/saml:NameID>/s), "claims"],
    ["a name id of 300 letters", () => ({ tags: { NameID: "x".repeat(300) } }), "claims"],
    ["no account", () => ({ tags: { attrUid: "" } }), "claims"],
    [
      "a transient name id",
      () => ({ tags: { NameIDFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" } }),
      "claims",
    ],
  ];
  for (const [name, behaviour, reason, told] of cases) it(name, () => refused(behaviour(), reason, told));

  it("clocks within the leeway do", async () => {
    idp.behave({ tags: { ConditionsNotBefore: at(SKEW - 5), ConditionsNotOnOrAfter: at(-SKEW + 10) } });
    expect((await walk(channel.id, mallory.nameId)).location).toMatch(/^\/login\?jwt=/);
  });
});

describe("replay", () => {
  it("an answer of an earlier time is no answer to this request", async () => {
    idp.behave({});
    const { fields } = await walk(channel.id, victim.nameId);
    await refused({ answer: fields.SAMLResponse }, "state", "channelExpired");
  });

  it("an assertion counts once, whatever it answers", async () => {
    const tags = { AssertionID: `_${randomUUID()}` };
    idp.behave({ tags });
    expect((await walk(channel.id, mallory.nameId)).location).toMatch(/^\/login\?jwt=/);
    await refused({ tags }, "replay", "channelExpired");
  });
});

it("a fault shows at the channel until somebody comes in", async () => {
  await refused({ tags: { Audience: "https://elsewhere.test" } }, "audience");
  expect((await findChannelRow(db(), channel.id))?.failure).toBe("audience");
});
