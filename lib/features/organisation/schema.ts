import { z } from "zod";
import { ACCOUNT_PATTERN, newPassword, normalizeAccount } from "@/lib/auth/account";
import { ACCOUNT_MAX, EMAIL_MAX, USER_NAME_MAX } from "@/lib/config/constants";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { line, prose, secret } from "@/lib/text/line";
import { BULK_ACTIONS, EXPORT_FORMATS, USER_SORTS, USER_TYPES } from "./kinds";

export const DEPARTMENT_NAME_MAX = 60;
export const PHONE_MAX = 32;
export const ROLES_MAX = 20;
export const SUBJECT_MAX = 255;
/** People of one bulk call that are named one by one. */
export const BULK_IDS_MAX = 500;

export const departmentName = line(DEPARTMENT_NAME_MAX).min(1, "required");
const status = z.enum(["enabled", "disabled"]);

/** spec 10: without a parent it hangs below the root. */
export const newDepartment = z.strictObject({
  name: departmentName,
  parentId: z.uuid("required").nullish(),
  status: status.default("enabled"),
});
export type NewDepartment = z.output<typeof newDepartment>;

export const departmentPatch = z.strictObject({
  name: departmentName.optional(),
  status: status.optional(),
  parentId: z.uuid("required").optional(),
  ...revised,
});
export type DepartmentPatch = z.infer<typeof departmentPatch>;

/** Where a department goes: below `parentId`, before one of its children or at the end. */
export const departmentMove = z.strictObject({ parentId: z.uuid("required"), beforeId: z.uuid().nullish() });
export type DepartmentMove = z.infer<typeof departmentMove>;
/** Its place among its siblings: before one of them, or at the end. */
export const departmentOrder = z.strictObject({ beforeId: z.uuid().nullable() });
export const departmentMerge = z.strictObject({ intoId: z.uuid("required") });
/** Where the people of a deleted department go. */
export const departmentDeletion = z.strictObject({ moveTo: z.uuid().optional() });

/** As it is stored: NFKC, lower case, trimmed. */
export const account = prose(1000)
  .overwrite(normalizeAccount)
  .min(1, "required")
  .max(ACCOUNT_MAX, "tooLong")
  .regex(ACCOUNT_PATTERN, "account");

/** An empty text is none. */
const optionalLine = (max: number) =>
  line(max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null));
const email = optionalLine(EMAIL_MAX).refine((text) => !text || z.email().safeParse(text).success, "email");
const userName = line(USER_NAME_MAX).min(1, "required");
const roleIds = z
  .array(z.uuid())
  .max(ROLES_MAX, "tooMany")
  .transform((ids) => [...new Set(ids)]);

/** spec 10. Without a password a one-time code is made; without a department the root's is taken. */
export const newUser = z.strictObject({
  account,
  name: userName,
  password: newPassword.optional(),
  departmentId: z.uuid().nullish(),
  roleIds,
  phone: optionalLine(PHONE_MAX),
  email,
  status: status.default("enabled"),
  mustChangePassword: z.boolean().default(true),
});
export type NewUser = z.output<typeof newUser>;

export const userPatch = z.strictObject({
  name: userName.optional(),
  departmentId: z.uuid().optional(),
  roleIds: roleIds.optional(),
  phone: optionalLine(PHONE_MAX),
  email,
  status: status.optional(),
  ...revised,
});
export type UserPatch = z.output<typeof userPatch>;

/** Without a password a one-time code is made. */
export const passwordReset = z.strictObject({
  password: newPassword.optional(),
  mustChangePassword: z.boolean().default(true),
});
export type PasswordReset = z.output<typeof passwordReset>;

const identityPart = secret(500).min(1);
/** A channel, and what its other side calls the person. */
export const newBinding = z.strictObject({
  channelId: z.uuid(),
  subject: line(SUBJECT_MAX).min(1, "required"),
});
export type NewBinding = z.infer<typeof newBinding>;

export const bindingRemoval = z.strictObject({ issuer: identityPart, subject: identityPart });

const filter = {
  keyword: pageQuery.shape.keyword,
  status: status.optional(),
  type: z.enum(USER_TYPES).optional(),
  roleId: z.uuid().optional(),
  binding: z.enum(["bound", "unbound"]).optional(),
  departmentId: z.uuid().optional(),
};
const order = {
  sort: z.enum(USER_SORTS).default("createdAt"),
  descending: z.stringbool().default(true),
};
const format = z.enum(EXPORT_FORMATS).default("xlsx");
export const userQuery = z.strictObject({ ...pageQuery.shape, ...filter, ...order });
export type UserQuery = z.output<typeof userQuery>;
export const userExport = z.strictObject({ ...filter, ...order, format });
export type UserExport = z.output<typeof userExport>;
export const userFilter = z.strictObject(filter);
export type UserFilter = z.output<typeof userFilter>;
export const departmentExport = z.strictObject({ format });

/** Named people, or everybody a filter finds. */
export const bulkChange = z
  .strictObject({
    action: z.enum(BULK_ACTIONS),
    ids: z.array(z.uuid()).min(1, "required").max(BULK_IDS_MAX, "tooMany").optional(),
    filter: userFilter.optional(),
    departmentId: z.uuid().optional(),
    roleId: z.uuid().optional(),
  })
  .superRefine(({ action, ids, filter: found, departmentId, roleId }, context) => {
    const miss = (path: string) => context.addIssue({ code: "custom", path: [path], message: "required" });
    if (Boolean(ids) === Boolean(found)) miss("ids");
    if (action === "move" && !departmentId) miss("departmentId");
    if ((action === "addRole" || action === "removeRole") && !roleId) miss("roleId");
  });
export type BulkChange = z.output<typeof bulkChange>;
/** As a screen sends it. */
export type BulkInput = z.input<typeof bulkChange>;

export const ownedTransfer = z.strictObject({ toId: z.uuid("required") });
/** What a leaver owns goes to somebody, or is let go of with `release`. */
export const userDeletion = z.strictObject({ transferTo: z.uuid().optional(), release: z.stringbool().optional() });
export type UserDeletion = z.output<typeof userDeletion>;
