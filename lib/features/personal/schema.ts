import { z } from "zod";
import { password } from "@/lib/auth/account";
import { ACCOUNT_MAX } from "@/lib/config/constants";
import { GUIDES } from "@/lib/config/guides";
import { revised } from "@/lib/editing/schema";
import { identifier, line, lines } from "@/lib/text/line";
import { MEMORY_MAX, NAME_MAX, PHONE_MAX } from "./limits";

/** An empty phone number is none. */
export const profilePatch = z
  .strictObject({
    name: line(NAME_MAX).min(1, "required").optional(),
    phone: line(PHONE_MAX)
      .nullable()
      .optional()
      .transform((text) => (text === undefined ? undefined : text || null)),
    ...revised,
  })
  .refine(({ revision: _, ...patch }) => Object.values(patch).some((value) => value !== undefined), "nothingToChange");
export type ProfilePatch = z.output<typeof profilePatch>;

/** The same in the form, where both are texts. */
export const profileForm = z.object({
  name: line(NAME_MAX).min(1, "required"),
  phone: line(PHONE_MAX),
});
export type ProfileForm = z.infer<typeof profileForm>;

const directoryAccount = line(ACCOUNT_MAX).min(1, "accountRequired");

/** A channel to link; a directory is proved by account and password. */
export const newLink = z
  .strictObject({
    channelId: z.uuid(),
    account: directoryAccount.optional(),
    password: password.optional(),
  })
  .refine(({ account, password }) => (account === undefined) === (password === undefined), {
    path: ["password"],
    message: "passwordRequired",
  });
export type NewLink = z.infer<typeof newLink>;

/** The same in the dialog. */
export const directoryForm = z.object({ account: directoryAccount, password });
export type DirectoryForm = z.infer<typeof directoryForm>;

export const linkRemoval = z.strictObject({ id: identifier(64).regex(/^[0-9a-f]{64}$/, "invalid") });

export const memoryText = lines(MEMORY_MAX).min(1, "required");
export const memoryInput = z.strictObject({ text: memoryText });
export const memorySwitch = z.strictObject({ enabled: z.boolean() });

export const guideEnd = z.strictObject({ name: z.enum(GUIDES) });
