import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { insertDepartment, updateDepartment } from "@/db/queries/organisation/departments";
import { readDepartments, readRoles, writeRole } from "@/db/queries/settings-file/settings-file";
import { invalidateSessions } from "@/lib/auth/session";
import { isLinkCode, isPermissionCode } from "@/lib/permissions/codes";
import { identifier, line, lines, secret } from "@/lib/text/line";
import { defineSection } from "./section";

const limit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();
/** Stands between the names of a department and those above it; no name holds it. */
const BETWEEN = "\u001f";

export const departmentsSection = defineSection({
  name: "departments",
  item: z.strictObject({
    key: secret(8000).min(1),
    names: z.array(line(100).min(1)).min(1).max(60),
    status: z.enum(["enabled", "disabled"]),
    sort: z.number().int().min(-1_000_000).max(1_000_000),
  }),
  // The one at the top bears the organisation's name and is there everywhere: names begin below it.
  read: async (db) =>
    (await readDepartments(db))
      .filter(({ parentId }) => parentId !== null)
      .map(({ names, status, sort }) => ({ key: names.slice(1).join(BETWEEN), names: names.slice(1), status, sort })),
  secrets: async () => [],
  refusal: ({ key, names }, { current, has }) => {
    if (key !== names.join(BETWEEN)) return "missingParent";
    const above = names.slice(0, -1).join(BETWEEN);
    return current.has(key) || above === "" || has("departments", above) ? null : "missingParent";
  },
  write: async (tx, _actor, { key, names, status, sort }) => {
    const rows = await readDepartments(tx);
    const find = (wanted: string) => rows.find((row) => row.names.slice(1).join(BETWEEN) === wanted && row.parentId);
    const existing = find(key);
    if (existing) {
      await updateDepartment(tx, existing.id, { status, sort });
      return;
    }
    const above = names.length > 1 ? find(names.slice(0, -1).join(BETWEEN)) : rows.find((row) => !row.parentId);
    if (!above) throw new Error("a department above is missing");
    const id = v7();
    const name = names.at(-1) ?? "";
    await insertDepartment(tx, { id, parentId: above.id, name, status, sort, path: `${above.path}${id}/` });
  },
  invalidate: invalidateSessions,
});

export const rolesSection = defineSection({
  name: "roles",
  item: z.strictObject({
    key: identifier(120).min(1),
    /** Of the product's own roles; the administrators' is never among them. */
    code: line(64)
      .refine((code) => code !== "administrator")
      .nullable(),
    name: line(60).min(1),
    nameEn: line(60).nullable(),
    type: z.enum(["system", "ordinary", "custom"]),
    description: lines(500),
    dailyTokenLimit: limit,
    dailyImageLimit: limit,
    permissions: z.array(identifier(80)).max(500),
  }),
  read: async (db) =>
    (await readRoles(db)).map(({ key, permissions, ...row }) => ({
      ...row,
      key: key ?? `role:${row.name}`,
      code: key,
      permissions: [...permissions].sort(),
    })),
  secrets: async () => [],
  refusal: ({ key, code, name, permissions }, { current }) => {
    if (key !== (code ?? `role:${name}`)) return "roleNameTaken";
    // A name that a role of the product bears: two roles cannot share it.
    if ([...current.values()].some((role) => role.name === name && role.key !== key)) return "roleNameTaken";
    if (/^administrator$/i.test(name) || name === "管理员") return "roleNameTaken";
    return permissions.every((permission) => isPermissionCode(permission) || isLinkCode(permission))
      ? null
      : "unknownCode";
  },
  write: async (tx, _actor, { key: _key, code, type, ...role }, before) => {
    // Kinds of roles are the product's to decide where there is one already.
    await writeRole(tx, {
      ...role,
      key: code,
      type: before?.type ?? (code ? "system" : type === "system" ? "custom" : type),
    });
  },
  invalidate: invalidateSessions,
});
