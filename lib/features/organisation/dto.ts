import { z } from "zod";
import { STATUS, USER_TYPES } from "@/db/schema/organisation";
import { ROLE_TYPES } from "@/db/schema/roles";
import { channelRefDto } from "@/lib/auth/channels/dto";
import { madeId } from "@/lib/endpoint/answers";
import { errorKey } from "@/lib/errors/key";

export type Status = (typeof STATUS)[number];
export type UserType = (typeof USER_TYPES)[number];

export const departmentDto = z.strictObject({
  id: z.uuid(),
  /** Null: the root. */
  parentId: z.uuid().nullable(),
  name: z.string(),
  status: z.enum(STATUS),
  /** Its own people, and with all below it. */
  people: z.int(),
  peopleBelow: z.int(),
  updatedAt: z.iso.datetime(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type DepartmentDto = z.infer<typeof departmentDto>;

export const roleRefDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  nameEn: z.string().nullable(),
  isAdministrator: z.boolean(),
});
export type RoleRef = z.infer<typeof roleRefDto>;

export const bindingDto = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  /** What the other side calls the person; empty until the first use of a binding somebody else made. */
  label: z.string(),
  /** Null: no channel stands for this issuer. */
  channel: channelRefDto.nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type BindingDto = z.infer<typeof bindingDto>;

/** A person without any secret. */
export const userDto = z.strictObject({
  id: z.uuid(),
  account: z.string(),
  name: z.string(),
  type: z.enum(USER_TYPES),
  status: z.enum(STATUS),
  department: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  roles: z.array(roleRefDto),
  /** Holds more than the asking person, who therefore changes nothing of them. */
  isStronger: z.boolean(),
  /** Issuers of outside identities. */
  bindings: z.array(z.string()),
  /** Waits for the first login by a one-time code that still works. */
  isAwaiting: z.boolean(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type UserDto = z.infer<typeof userDto>;

export const userDetailDto = userDto.omit({ bindings: true }).extend({
  bindings: z.array(bindingDto),
  /** What the roles allow a day (null is unlimited), and what is used of it today. */
  limits: z.strictObject({
    tokens: z.int().nullable(),
    images: z.int().nullable(),
    tokensUsed: z.int(),
    imagesUsed: z.int(),
  }),
});
export type UserDetail = z.infer<typeof userDetailDto>;

/** A role as those who give it out see it. */
export const roleChoiceDto = roleRefDto.extend({
  type: z.enum(ROLE_TYPES),
  dailyTokenLimit: z.int().nullable(),
  dailyImageLimit: z.int().nullable(),
  /** The asking person may give it. */
  isGrantable: z.boolean(),
});
export type RoleChoice = z.infer<typeof roleChoiceDto>;

export const ownedDto = z.strictObject({
  /** `things` of the messages names it. */
  kind: z.string(),
  count: z.int(),
  names: z.array(z.string()),
});
export type OwnedDto = z.infer<typeof ownedDto>;

export const bulkResultDto = z.strictObject({
  done: z.int(),
  /** People left as they were, each with the key of the reason in `errors`; the first of them. */
  refused: z.array(z.strictObject({ id: z.uuid(), name: z.string(), error: errorKey })),
  refusedCount: z.int(),
});
export type BulkResult = z.infer<typeof bulkResultDto>;

/** Somebody who was made; without a password with the one-time code, which is shown once. */
export const createdUserDto = madeId.extend({ code: z.string().optional() });
/** The one-time code, where a password was not set. */
export const resetPasswordDto = createdUserDto.pick({ code: true });
/** How many people and departments went over to another one. */
export const mergedDto = z.strictObject({ people: z.int(), children: z.int() });
