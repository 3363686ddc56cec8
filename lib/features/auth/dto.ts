import { z } from "zod";
import { USER_TYPES } from "@/db/schema/organisation";
import { PENDING_STEPS } from "@/lib/auth/pending";
import { LOCALES } from "@/lib/i18n/locales";
import { menuNodeDto } from "@/lib/permissions/menu-dto";

const named = z.strictObject({ id: z.uuid(), name: z.string() });

export const selfInfoDto = z.strictObject({
  id: z.uuid(),
  account: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  type: z.enum(USER_TYPES),
  department: named.nullable(),
  roles: z.array(named),
  permission: z.array(z.string()),
  menus: z.array(menuNodeDto),
  language: z.enum(LOCALES),
  mustChangePassword: z.boolean(),
});
export type SelfInfo = z.infer<typeof selfInfoDto>;

/** A way to come in that is on. */
const loginMethodDto = z.strictObject({
  type: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable().optional(),
  /** Where it begins; unset where there is nothing to click on. */
  url: z.string().optional(),
});
export type LoginMethodDto = z.infer<typeof loginMethodDto>;

export const loginMethodsDto = z.strictObject({ methods: z.array(loginMethodDto) });

/** Where single sign-on begins; null where there is none. */
export const loginAddressDto = z.strictObject({ url: z.string().nullable() });

/** The token of a session that was opened. */
export const openedSessionDto = z.strictObject({ token: z.string() });

/** What a person has to do before anything else, first things first. */
const pending = z.array(z.enum(PENDING_STEPS)).readonly();
export const pendingDto = z.strictObject({ pending });
export const firstLoginDto = z.strictObject({ isFirstLogin: z.boolean(), pending });

/** A picture to read a code from. */
export const verificationCodeDto = z.strictObject({ codeUuid: z.uuid(), image: z.string() });
export type VerificationCodeDto = z.infer<typeof verificationCodeDto>;
