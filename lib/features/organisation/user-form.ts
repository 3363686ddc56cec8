import { z } from "zod";
import { newPassword } from "@/lib/auth/account";
import { account, newBinding, userPatch } from "./schema";

/** Loaded when a number is first checked: the rules of all countries weigh more than the form. */
async function isPhone(text: string): Promise<boolean> {
  if (!text.trim()) return true;
  return (await import("@/lib/text/phone")).readPhone(text) !== null;
}

/** The drawer of a person: empty fields are none. */
export const userForm = z
  .object({
    account,
    name: userPatch.shape.name.unwrap(),
    departmentId: z.string().min(1, "required"),
    roleIds: z.array(z.string()).min(1, "chooseRole"),
    phone: z.string().max(32, "tooLong").refine(isPhone, "phone"),
    email: z
      .string()
      .trim()
      .max(254, "tooLong")
      .refine((text) => !text || z.email().safeParse(text).success, "email"),
    enabled: z.boolean(),
    way: z.enum(["code", "password"]),
    password: z.string(),
    mustChangePassword: z.boolean(),
  })
  .superRefine(({ way, password }, context) => {
    const parsed = way === "password" ? newPassword.safeParse(password) : null;
    for (const issue of parsed?.error?.issues.slice(0, 1) ?? []) {
      context.addIssue({ code: "custom", path: ["password"], message: issue.message });
    }
  });

/** The dialog of a binding. */
export const bindingForm = z.object({
  channelId: z.string().min(1, "required"),
  subject: newBinding.shape.subject,
});

export const resetForm = z
  .object({ way: z.enum(["code", "password"]), password: z.string(), mustChangePassword: z.boolean() })
  .superRefine(({ way, password }, context) => {
    const parsed = way === "password" ? newPassword.safeParse(password) : null;
    for (const issue of parsed?.error?.issues.slice(0, 1) ?? []) {
      context.addIssue({ code: "custom", path: ["password"], message: issue.message });
    }
  });
