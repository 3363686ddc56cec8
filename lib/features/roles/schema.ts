import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { isLinkCode, isPermissionCode } from "@/lib/permissions/codes";
import { identifier, line, lines } from "@/lib/text/line";

export const ROLE_NAME_MAX = 60;
export const ROLE_TEXT_MAX = 500;
export const ROLE_TOKENS_MAX = 1_000_000_000_000;
export const ROLE_IMAGES_MAX = 1_000_000;
/** People added or removed by one call. */
export const MEMBERS_MAX = 100;
/** Types a person can choose; system roles ship with the product. */
export const OWN_TYPES = ["ordinary", "custom"] as const;

const name = line(ROLE_NAME_MAX).min(1, "required");
const limit = (max: number) => z.number("number").int("invalid").min(0, "range").max(max, "range");
const code = identifier(60).refine((value) => isPermissionCode(value) || isLinkCode(value), "invalid");

const fields = {
  nameEn: line(ROLE_NAME_MAX).nullable().optional(),
  description: lines(ROLE_TEXT_MAX).optional(),
  /** Null is unlimited, 0 is none (ARCHITECTURE 9). */
  dailyTokenLimit: limit(ROLE_TOKENS_MAX).nullable().optional(),
  dailyImageLimit: limit(ROLE_IMAGES_MAX).nullable().optional(),
};

export const newRole = z.strictObject({
  name,
  type: z.enum(OWN_TYPES),
  ...fields,
  permissions: z.array(code).max(300, "tooMany").default([]),
});
export type NewRole = z.infer<typeof newRole>;

export const rolePatch = z.strictObject({
  name: name.optional(),
  type: z.enum(OWN_TYPES).optional(),
  ...fields,
  permissions: z.array(code).max(300, "tooMany").optional(),
  ...revised,
});
export type RolePatch = z.infer<typeof rolePatch>;

export const roleRemoval = z.object({ confirmed: z.stringbool().optional() });

const filter = {
  type: z.enum(["system", ...OWN_TYPES]).optional(),
  sort: z.enum(["name", "type", "people", "updatedAt"]).default("updatedAt"),
  descending: z.stringbool().default(true),
};
export const roleQuery = pageQuery.extend(filter);
export type RoleQuery = z.infer<typeof roleQuery>;

export const roleExport = pageQuery.pick({ keyword: true }).extend({ ...filter, format: z.enum(["xlsx", "csv"]) });
export type RoleExport = z.infer<typeof roleExport>;

export const memberQuery = pageQuery;
export const candidateQuery = pageQuery.pick({ keyword: true });

export const memberChange = z
  .strictObject({
    add: z.array(z.uuid()).max(MEMBERS_MAX, "tooMany").default([]),
    remove: z.array(z.uuid()).max(MEMBERS_MAX, "tooMany").default([]),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, "required");
export type MemberChange = z.infer<typeof memberChange>;

/** The form of a role: a limit is a number unless it is unlimited. */
export const roleForm = z
  .object({
    name,
    nameEn: line(ROLE_NAME_MAX),
    type: z.enum(OWN_TYPES),
    description: fields.description.unwrap(),
    tokensUnlimited: z.boolean(),
    dailyTokenLimit: limit(ROLE_TOKENS_MAX).optional(),
    imagesUnlimited: z.boolean(),
    dailyImageLimit: limit(ROLE_IMAGES_MAX).optional(),
    permissions: z.array(identifier(200)),
  })
  .superRefine((values, context) => {
    for (const [unlimited, amount] of [
      ["tokensUnlimited", "dailyTokenLimit"],
      ["imagesUnlimited", "dailyImageLimit"],
    ] as const) {
      if (!values[unlimited] && values[amount] === undefined) {
        context.addIssue({ code: "custom", path: [amount], message: "required" });
      }
    }
  });
export type RoleForm = z.infer<typeof roleForm>;
