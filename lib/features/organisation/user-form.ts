import { z } from "zod";
import { newPassword } from "@/lib/auth/account";
import { PASSWORD_MAX } from "@/lib/config/constants";
import { identifier, line, secret } from "@/lib/text/line";
import { account, newBinding, userPatch } from "./schema";

/** Loaded when a number is first checked: the rules of all countries weigh more than the form. */
async function isPhone(text: string): Promise<boolean> {
  if (!text.trim()) return true;
  return (await import("@/lib/text/phone")).readPhone(text) !== null;
}

/** How a person gets in the first time: by a code, or by a password that is set for them. */
const firstPassword = {
  way: z.enum(["code", "password"]),
  password: secret(PASSWORD_MAX),
  mustChangePassword: z.boolean(),
};

/** The first thing that is wrong with a password, where one is set. */
function goodPassword({ way, password }: { way: string; password: string }, context: z.RefinementCtx): void {
  const parsed = way === "password" ? newPassword.safeParse(password) : null;
  for (const issue of parsed?.error?.issues.slice(0, 1) ?? []) {
    context.addIssue({ code: "custom", path: ["password"], message: issue.message });
  }
}

/** The drawer of a person: empty fields are none. */
export const userForm = z
  .object({
    account,
    name: userPatch.shape.name.unwrap(),
    departmentId: identifier(200).min(1, "required"),
    roleIds: z.array(identifier(200)).min(1, "chooseRole"),
    phone: line(32).refine(isPhone, "phone"),
    email: line(254).refine((text) => !text || z.email().safeParse(text).success, "email"),
    enabled: z.boolean(),
    ...firstPassword,
  })
  .superRefine(goodPassword);

/** The dialog of a binding. */
export const bindingForm = z.object({
  channelId: identifier(200).min(1, "required"),
  subject: newBinding.shape.subject,
});

export const resetForm = z.object(firstPassword).superRefine(goodPassword);
