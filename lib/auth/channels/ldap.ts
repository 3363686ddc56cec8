import "server-only";
import { randomUUID } from "node:crypto";
import { type Client, type Entry, ResultCodeError } from "ldapts";
import { log } from "@/lib/log";
import { ChannelError } from "./errors";
import { bindService, parsedFilter, withDirectory } from "./ldap-connection";
import { isOff, personAttributes, personOf } from "./ldap-entry";
import { fillFilter, isAccountRefusal, namesAbove } from "./ldap-text";
import type { OpenChannel, OutsideIdentity, PasswordDriver } from "./types";

/** One login: a few small entries in a few seconds. */
const LIMITS = { lifeMs: 20_000, maxBytes: 4 * 1024 * 1024 };
const PEOPLE_MAX = 3;
const GROUPS_MAX = 1000;

const setting = (channel: OpenChannel, name: string) => String(channel.settings[name] ?? "");

/**
 * Passwords of a directory (LDAP, Active Directory): finds the one entry of an account, then binds as it. Somebody who is
 * not there costs the same, a bind that has to fail (SECURITY AU-01).
 */
export const ldap: PasswordDriver = {
  check: async (channel, account, password) => {
    if (!isAskable(account, password)) return null;
    return withDirectory(channel, LIMITS, async (client) => {
      const entry = await findEntry(client, channel, account);
      const nobody = `cn=${randomUUID()},${setting(channel, "baseDn")}`;
      const fits = await bindsAs(client, entry?.dn || nobody, password);
      if (!entry?.dn || !fits) return null;
      return identityOf(client, channel, entry);
    });
  },
};

/**
 * Many servers let an empty password in, as nobody (RFC 4513, 5.1.2); control and format characters are ignored by some, so
 * that one account would have many names, each with attempts of its own.
 */
function isAskable(account: unknown, password: unknown): boolean {
  if (typeof account !== "string" || typeof password !== "string") return false;
  return account.trim() !== "" && !/\p{C}/u.test(account) && password.trim() !== "" && !password.includes("\0");
}

/** The entry of an account; null when there is none, or not just one. */
async function findEntry(client: Client, channel: OpenChannel, account: string): Promise<Entry | null> {
  const template = setting(channel, "userFilter");
  // Without the account in it, everybody would be whoever the filter finds.
  if (!template.includes("{account}")) throw new ChannelError("badConfiguration");
  const { searchEntries } = await client.search(setting(channel, "baseDn"), {
    scope: "sub",
    filter: parsedFilter(fillFilter(template, { account })),
    sizeLimit: PEOPLE_MAX,
    ...personAttributes(channel),
  });
  if (searchEntries.length > 1) {
    log().warn(
      { channelId: channel.id, found: searchEntries.length },
      "a directory has several entries for an account",
    );
  }
  return searchEntries.length === 1 ? (searchEntries[0] ?? null) : null;
}

/** Codes that are about the server and not about who binds. */
const SERVER = new Set([1, 2, 3, 8, 13, 51, 52]);

/** Throws ChannelError(disabled) where the server says that it is the account and not the password. */
async function bindsAs(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (!(error instanceof ResultCodeError) || SERVER.has(error.code)) throw error;
    if (isAccountRefusal(error.message)) throw new ChannelError("disabled", { cause: error });
    return false;
  }
}

/** The person whose password just fitted; their groups are read as the service account again. */
async function identityOf(client: Client, channel: OpenChannel, entry: Entry): Promise<OutsideIdentity> {
  await bindService(client, channel);
  if (isOff(entry) || (await isMarkedOff(client, channel, entry.dn))) throw new ChannelError("disabled");
  const person = personOf(channel, entry, await groupsOf(client, channel, entry.dn));
  if (!person) throw new ChannelError("claims");
  const departmentIds = namesAbove(entry.dn, setting(channel, "baseDn"));
  return { issuer: channel.issuer, ...person, departmentIds };
}

/** Whether the filter for people who left finds this one. */
async function isMarkedOff(client: Client, channel: OpenChannel, dn: string): Promise<boolean> {
  const filter = setting(channel, "disabledFilter");
  if (!filter) return false;
  const { searchEntries } = await client.search(dn, {
    scope: "base",
    filter: parsedFilter(filter),
    attributes: ["1.1"],
    sizeLimit: 1,
  });
  return searchEntries.length > 0;
}

async function groupsOf(client: Client, channel: OpenChannel, dn: string): Promise<string[]> {
  const [base, filter] = [setting(channel, "groupBaseDn"), setting(channel, "groupFilter")];
  if (!base || !filter) return [];
  const { searchEntries } = await client.search(base, {
    scope: "sub",
    filter: parsedFilter(fillFilter(filter, { dn })),
    attributes: ["1.1"],
    sizeLimit: GROUPS_MAX,
  });
  return searchEntries.map((group) => group.dn);
}
