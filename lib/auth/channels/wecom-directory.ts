import "server-only";
import { z } from "zod";
import { ChannelError } from "./errors";
import type { DirectoryDriver, OpenChannel, OutsideDepartment, OutsidePerson } from "./types";
import { callWecom, isClosed, wecomMember } from "./wecom-api";
import { wecomPerson } from "./wecom-person";

// @exempt text: answers of identity services

const DEPARTMENTS_MAX = 20_000;
const PEOPLE_MAX = 100_000;
/** A department of some thousand people, or all departments of a large company. */
const maxBytes = 16 * 1024 ** 2;

const department = z.object({
  id: z.number().int().positive(),
  parentid: z.number().int(),
  name: z.string().max(200).default(""),
  order: z.number().default(0),
});
type Department = z.infer<typeof department>;
const departmentList = z.object({ department: z.array(department).max(DEPARTMENTS_MAX) });
const userList = z.object({ userlist: z.array(wecomMember) });

/** All below the root department of the settings, which itself stands for our own root. */
export const wecomDirectory: DirectoryDriver = {
  async read(channel: OpenChannel, { signal, onProgress }) {
    const secretName = channel.secret("contactsSecret") ? "contactsSecret" : "appSecret";
    const root = Number(channel.settings.rootDepartmentId ?? 1);
    const list = {
      path: "/cgi-bin/department/list",
      query: { id: String(root) },
      schema: departmentList,
      signal,
      maxBytes,
    };
    const { department: found } = await callWecom(channel, secretName, list);
    // Nothing at all is an application that sees nobody, never a company that everybody left.
    if (found.length === 0) throw new ChannelError("badConfiguration");

    const people = new Map<string, OutsidePerson>();
    for (const id of new Set([root, ...found.map((one) => one.id)])) {
      signal.throwIfAborted();
      const query = { department_id: String(id), fetch_child: "0" };
      const members = { path: "/cgi-bin/user/list", query, schema: userList, signal, maxBytes };
      const { userlist } = await callWecom(channel, secretName, members);
      // Whoever is in several departments comes with each of them.
      for (const member of userlist) people.set(member.userid, { ...wecomPerson(member), disabled: isClosed(member) });
      if (people.size > PEOPLE_MAX) throw new ChannelError("tooLarge");
      await onProgress(people.size);
    }
    return { departments: inOrder(found, root), people: [...people.values()] };
  },
};

/** Departments below the root; the larger their `order`, the further up they stand at the other side. */
function inOrder(found: readonly Department[], root: number): OutsideDepartment[] {
  return found
    .filter(({ id }) => id !== root)
    .sort((a, b) => b.order - a.order || a.id - b.id)
    .map(({ id, parentid, name }, index) => ({
      id: String(id),
      parentId: parentid === root ? null : String(parentid),
      name: name || String(id),
      sort: index,
    }));
}
