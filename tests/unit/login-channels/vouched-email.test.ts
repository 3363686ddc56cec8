import { entraIdentity } from "@/lib/auth/channels/entra";
import type { OpenChannel, OutsideIdentity } from "@/lib/auth/channels/types";
import { saidOf, withoutEmail } from "@/lib/auth/channels/vouched-email";

const TENANT = "11111111-1111-4111-8111-111111111111";
const HOME = `https://login.microsoftonline.com/${TENANT}/v2.0`;
const channel = {
  issuer: HOME,
  settings: { tenantId: TENANT, accountClaim: "preferred_username", nameClaim: "name", emailClaim: "email" },
  provisioning: { rules: [] },
} as unknown as OpenChannel;
const person = { oid: "o", tid: TENANT, iss: HOME, preferred_username: "anna", name: "Anna", email: "anna@corp.test" };

it.each([
  ["of the own tenant", {}, true],
  ["of the own tenant, which names itself", { idp: HOME }, true],
  ["whose domain was not proved", { xms_edov: false }, false],
  ["whose domain was not proved, as a number", { xms_edov: 0 }, false],
  ["that is said to be unverified", { email_verified: false }, false],
  ["of a guest of another tenant", { idp: "https://sts.windows.net/other/" }, false],
  ["of a guest", { acct: 1 }, false],
  ["of a guest whose domain was proved", { acct: 1, xms_edov: "1" }, true],
])("an address %s", (_name, claims, counts) => {
  const { email, claims: seen } = entraIdentity(channel, { ...person, ...claims });
  expect([email, seen.email]).toEqual(counts ? [person.email, [person.email]] : [undefined, undefined]);
});

it("an address that does not count is seen under no name and in no list, and nothing else goes with it", () => {
  const identity: OutsideIdentity = {
    issuer: "i",
    subject: "s",
    account: "anna",
    name: "Anna",
    email: "Anna@corp.test",
    claims: {
      contact: ["Anna@corp.test"],
      email: ["other@corp.test"],
      upn: ["anna@CORP.test"],
      groups: ["staff", "other@corp.test"],
      name: ["Anna"],
    },
  };
  const { email, claims } = withoutEmail(identity, "contact");
  expect(email).toBeUndefined();
  expect(claims).toEqual({ groups: ["staff"], name: ["Anna"] });
});

it.each([
  [true, true],
  ["TRUE", true],
  [1, true],
  [["true"], true],
  [false, false],
  ["no", false],
  [{}, false],
  [undefined, undefined],
  [null, undefined],
])("%j says %s of an address", (claim, said) => expect(saidOf(claim)).toBe(said));
