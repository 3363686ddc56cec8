import { z } from "zod";
import { line, lines } from "@/lib/text/line";
import { MEMORY_MAX, NAME_MAX, PHONE_MAX } from "./limits";

/** An empty phone number is none. */
export const profilePatch = z
  .strictObject({
    name: line(NAME_MAX).min(1, "required").optional(),
    phone: line(PHONE_MAX)
      .nullable()
      .optional()
      .transform((text) => (text === undefined ? undefined : text || null)),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), "nothingToChange");
export type ProfilePatch = z.output<typeof profilePatch>;

/** The same in the form, where both are texts. */
export const profileForm = z.object({
  name: line(NAME_MAX).min(1, "required"),
  phone: line(PHONE_MAX),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const memoryText = lines(MEMORY_MAX).min(1, "required");
export const memoryInput = z.strictObject({ text: memoryText });
export const memorySwitch = z.strictObject({ enabled: z.boolean() });
