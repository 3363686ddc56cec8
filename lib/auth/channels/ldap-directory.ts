import "server-only";
import type { Client, Entry } from "ldapts";
import { ChannelError } from "./errors";
import { parsedFilter, withDirectory } from "./ldap-connection";
import { isOff, personAttributes, personOf, textsOf } from "./ldap-entry";
import { dnKey, firstName, namesAbove } from "./ldap-text";
import type { DirectoryDriver, OpenChannel, OutsideDepartment, OutsidePerson } from "./types";

const PAGE = 500;
const PEOPLE_MAX = 100_000;
const DEPARTMENTS_MAX = 20_000;
const GROUPS_MAX = 20_000;
const LIFE_MS = 30 * 60_000;
const BYTES_MAX = 1024 * 1024 * 1024;

const setting = (channel: OpenChannel, name: string) => String(channel.settings[name] ?? "");

/** Reads all departments and people of a directory (LDAP, Active Directory) for the sync, page by page. */
export const ldapDirectory: DirectoryDriver = {
  read: (channel, { signal, onProgress }) =>
    withDirectory(channel, { lifeMs: LIFE_MS, maxBytes: BYTES_MAX, signal }, async (client) => {
      const departments = await readDepartments(client, channel, signal);
      const people = await readPeople(client, channel, { signal, onProgress }, departments);
      return { departments, people };
    }),
};

interface Search {
  base: string;
  filter: string;
  attributes: string[];
  explicitBufferAttributes?: string[];
  max: number;
}

/** Entries of a search below its base, a page at a time. Throws ChannelError(tooLarge) after `max`. */
async function* pages(client: Client, search: Search, signal: AbortSignal): AsyncGenerator<Entry[]> {
  let count = 0;
  const found = client.searchPaginated(search.base, {
    scope: "sub",
    filter: parsedFilter(search.filter),
    paged: { pageSize: PAGE },
    attributes: search.attributes,
    explicitBufferAttributes: search.explicitBufferAttributes ?? [],
  });
  for await (const { searchEntries } of found) {
    signal.throwIfAborted();
    count += searchEntries.length;
    if (count > search.max) throw new ChannelError("tooLarge");
    yield searchEntries;
  }
}

/** Parents first. The base itself is the organisation, not a department of it. */
async function readDepartments(
  client: Client,
  channel: OpenChannel,
  signal: AbortSignal,
): Promise<OutsideDepartment[]> {
  const [base, filter] = [setting(channel, "baseDn"), setting(channel, "departmentFilter")];
  if (!filter) return [];
  const attribute = setting(channel, "departmentNameAttribute");
  const names = new Map<string, { dn: string; name: string }>();
  const search = { base, filter, attributes: [attribute || "1.1"], max: DEPARTMENTS_MAX };
  for await (const entries of pages(client, search, signal)) {
    for (const entry of entries) {
      const name = textsOf(entry, attribute)[0]?.trim() || firstName(entry.dn);
      names.set(dnKey(entry.dn), { dn: entry.dn, name });
    }
  }
  names.delete(dnKey(base));
  const depth = ({ dn }: { dn: string }) => namesAbove(dn, base).length;
  return [...names.entries()]
    .sort(([, a], [, b]) => depth(a) - depth(b))
    .map(([id, { dn, name }]) => ({
      id,
      parentId: namesAbove(dn, base).find((above) => names.has(above)) ?? null,
      name,
    }));
}

async function readPeople(
  client: Client,
  channel: OpenChannel,
  { signal, onProgress }: Parameters<DirectoryDriver["read"]>[1],
  departments: readonly OutsideDepartment[],
): Promise<OutsidePerson[]> {
  const base = setting(channel, "baseDn");
  const known = new Set(departments.map(({ id }) => id));
  const marked = await readMarked(client, channel, signal);
  const groups = await readGroups(client, channel, signal);
  const people = new Map<string, OutsidePerson>();
  const search = { base, filter: setting(channel, "syncFilter"), max: PEOPLE_MAX, ...personAttributes(channel) };
  for await (const entries of pages(client, search, signal)) {
    for (const entry of entries) {
      const dn = dnKey(entry.dn);
      const person = personOf(channel, entry, groups(dn, textsOf(entry, setting(channel, "accountAttribute"))[0]));
      // Entries without a subject or an account are nobody who could sign in; two of one subject are one person.
      if (!person || people.has(person.subject)) continue;
      const place = namesAbove(entry.dn, base).find((above) => known.has(above));
      const isDisabled = isOff(entry) || marked.has(dn);
      people.set(person.subject, { ...person, departmentIds: place ? [place] : [], disabled: isDisabled });
    }
    await onProgress(people.size);
  }
  return [...people.values()];
}

/** Names of the entries the filter for people who left finds. */
async function readMarked(client: Client, channel: OpenChannel, signal: AbortSignal): Promise<Set<string>> {
  const filter = setting(channel, "disabledFilter");
  const marked = new Set<string>();
  if (!filter) return marked;
  const search = { base: setting(channel, "baseDn"), filter, attributes: ["1.1"], max: PEOPLE_MAX };
  for await (const entries of pages(client, search, signal)) {
    for (const { dn } of entries) marked.add(dnKey(dn));
  }
  return marked;
}

/** `(member={dn})`, also with a matching rule. */
const MEMBERS = /\(([A-Za-z0-9-]+)(?::[A-Za-z0-9.-]+)*:?=\{(?:dn|account)\}\)/g;

/**
 * Groups of a person, by the group search of the settings turned round: every group is read once with its members, rather
 * than all groups of each person. Members of members do not count here.
 */
async function readGroups(client: Client, channel: OpenChannel, signal: AbortSignal) {
  const [base, template] = [setting(channel, "groupBaseDn"), setting(channel, "groupFilter")];
  const byMember = new Map<string, string[]>();
  const attributes = [...new Set([...template.matchAll(MEMBERS)].map(([, name = ""]) => name))];
  if (base && attributes.length > 0) {
    const search = { base, filter: template.replace(MEMBERS, "($1=*)"), attributes, max: GROUPS_MAX };
    for await (const entries of pages(client, search, signal)) {
      for (const group of entries) {
        for (const member of attributes.flatMap((name) => membersOf(group, name))) {
          byMember.set(member, [...(byMember.get(member) ?? []), group.dn]);
        }
      }
    }
  }
  return (dn: string, account = "") => [...(byMember.get(dn) ?? []), ...(byMember.get(account.toLowerCase()) ?? [])];
}

function membersOf(group: Entry, attribute: string): string[] {
  const value = Object.entries(group).find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1] ?? [];
  return [value]
    .flat()
    .filter((member) => typeof member === "string")
    .map((member) => (member.includes("=") ? dnKey(member) : member.toLowerCase()));
}
