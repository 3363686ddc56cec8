import "server-only";
import type { Entry } from "ldapts";
import { firstName, guidText } from "./ldap-text";
import type { OpenChannel, OutsidePerson } from "./types";

/** What rules are usually made of; a rule may name any other attribute. */
const CLAIMS = [
  "title",
  "employeeType",
  "employeeNumber",
  "department",
  "departmentNumber",
  "company",
  "division",
  "physicalDeliveryOfficeName",
  "o",
  "ou",
  "l",
  "c",
];
/** Attributes in which directories say that somebody may not come in. */
const STATE = ["userAccountControl", "nsAccountLock", "pwdAccountLockedTime"];
const GUID = "objectGUID";
/** Never read, whatever the settings name: not even hashed. */
const SECRET = /passw|unicodepwd|pwdhistory|hash/i;
const VALUES_MAX = 2000;
const VALUE_MAX = 500;

const ACCOUNT_OFF = 2;
/** Locked by an administrator. Any other time is a lock after wrong passwords, which ends by itself. */
const LOCKED_FOR_GOOD = "000001010000Z";

const named = (channel: OpenChannel, name: string) => String(channel.settings[name] ?? "");
const NAMED = [
  "subjectAttribute",
  "accountAttribute",
  "nameAttribute",
  "emailAttribute",
  "phoneAttribute",
  "groupAttribute",
];

/** Attributes that are kept as claims, by the names the rules call them. */
function claimNames(channel: OpenChannel): string[] {
  const rules = channel.provisioning.rules.map((rule) => rule.claim);
  return [...new Set([...CLAIMS, ...rules])].filter((name) => name !== "groups" && !SECRET.test(name));
}

/** The attributes a search for people asks for: what is used, and nothing else. */
export function personAttributes(channel: OpenChannel) {
  const names = [...NAMED.map((name) => named(channel, name)), ...claimNames(channel), ...STATE];
  const attributes = [...new Set(names)].filter(
    (name) => /^[A-Za-z][A-Za-z0-9;._-]*$/.test(name) && !SECRET.test(name),
  );
  return { attributes, explicitBufferAttributes: [GUID, named(channel, "subjectAttribute")] };
}

/** Values of an attribute, whatever case the server spells its name in. */
export function valuesOf(entry: Entry, name: string): (string | Buffer)[] {
  const key = Object.keys(entry).find((own) => own.toLowerCase() === name.toLowerCase() && own !== "dn");
  const value = key === undefined ? [] : entry[key];
  return (Array.isArray(value) ? value : [value]).filter((one): one is string | Buffer => one !== undefined);
}

export function textsOf(entry: Entry, name: string): string[] {
  return valuesOf(entry, name)
    .filter((value): value is string => typeof value === "string" && value.trim() !== "" && value.length <= VALUE_MAX)
    .slice(0, VALUES_MAX);
}

function subjectOf(channel: OpenChannel, entry: Entry): string | null {
  const name = named(channel, "subjectAttribute");
  const [value] = valuesOf(entry, name);
  if (value === undefined) return null;
  const bytes = Buffer.from(value);
  if (name.toLowerCase() === GUID.toLowerCase()) return guidText(bytes);
  const text = bytes.toString("utf8").trim();
  // Bytes that are no text would make one key of several people.
  return text === "" || text.includes("\uFFFD") ? null : text;
}

/** Whether the entry itself says that its person may not come in. */
export function isOff(entry: Entry): boolean {
  const [control = "0"] = textsOf(entry, "userAccountControl");
  const [lock = ""] = textsOf(entry, "nsAccountLock");
  const isLocked = textsOf(entry, "pwdAccountLockedTime").includes(LOCKED_FOR_GOOD);
  return (Number(control) & ACCOUNT_OFF) !== 0 || lock.toLowerCase() === "true" || isLocked;
}

/** A group counts under its whole name and under its own: rules may say either. */
export function groupNames(dns: readonly string[]): string[] {
  return [...new Set(dns.flatMap((dn) => [dn, firstName(dn)]))].filter(Boolean).slice(0, 2 * VALUES_MAX);
}

/** Whom an entry is about; null without what an identity needs. `groups` come beside those the entry names itself. */
export function personOf(
  channel: OpenChannel,
  entry: Entry,
  groups: readonly string[],
): Omit<OutsidePerson, "departmentIds" | "disabled"> | null {
  const subject = subjectOf(channel, entry);
  const first = (name: string) => textsOf(entry, named(channel, name))[0]?.trim();
  const account = first("accountAttribute");
  if (!subject || !account) return null;
  const claims = Object.fromEntries(
    claimNames(channel)
      .map((name) => [name, textsOf(entry, name)] as const)
      .filter(([, values]) => values.length > 0),
  );
  const ownGroups = named(channel, "groupAttribute") ? textsOf(entry, named(channel, "groupAttribute")) : [];
  const names = groupNames([...ownGroups, ...groups]);
  return {
    subject,
    account,
    name: first("nameAttribute") ?? account,
    email: first("emailAttribute"),
    phone: first("phoneAttribute"),
    claims: { ...claims, ...(names.length > 0 ? { groups: names } : {}) },
  };
}
