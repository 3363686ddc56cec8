import { z } from "zod";
import { EMAIL_MAX, USER_NAME_MAX } from "@/lib/config/constants";
import { line } from "@/lib/text/line";
import { readPhone } from "@/lib/text/phone";
import { account, departmentName, PHONE_MAX } from "../schema";
import { REASONS, type Reason, type RowErrors } from "./reasons";

/** What one cell says; `undefined` when it is wrong, which `errors` then knows. */
export type Read<T> = (row: number, column: string, text: string, errors: RowErrors) => T | undefined;

const userName = line(USER_NAME_MAX).min(1, "required");
const emailText = line(EMAIL_MAX);

function bySchema<T>(schema: z.ZodType<T>): Read<T> {
  return (row, column, text, errors) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    errors.add(row, column, reasonOf(parsed.error.issues[0]), text);
    return undefined;
  };
}

/** Issues carry their key as message. */
function reasonOf(issue: z.core.$ZodIssue | undefined): Reason {
  return REASONS.find((key) => key === issue?.message) ?? "characters";
}

export const readAccount = bySchema(account as z.ZodType<string>);
export const readName = bySchema(userName);
export const readDepartmentName = bySchema(departmentName);

export const readEmail: Read<string | null> = (row, column, text, errors) => {
  const email = bySchema(emailText)(row, column, text, errors);
  if (email === undefined || email === "") return email === "" ? null : undefined;
  if (z.email().safeParse(email).success) return email;
  errors.add(row, column, "email", text);
  return undefined;
};

export const readPhoneCell: Read<string | null> = (row, column, text, errors) => {
  if (text === "") return null;
  const phone = text.length <= PHONE_MAX ? readPhone(text) : null;
  if (phone) return phone;
  errors.add(row, column, text.length > PHONE_MAX ? "tooLong" : "phone", text);
  return undefined;
};

const STATUS_WORDS: Record<"enabled" | "disabled", readonly string[]> = {
  enabled: ["enabled", "enable", "active", "on", "启用", "已启用", "正常", "true", "1"],
  disabled: ["disabled", "disable", "inactive", "off", "停用", "已停用", "禁用", "已禁用", "false", "0"],
};

/** Null: nothing is said, so nothing changes. */
export const readStatus: Read<"enabled" | "disabled" | null> = (row, column, text, errors) => {
  const word = text.normalize("NFKC").trim().toLowerCase();
  if (word === "") return null;
  for (const status of ["enabled", "disabled"] as const) if (STATUS_WORDS[status].includes(word)) return status;
  errors.add(row, column, "status", text);
  return undefined;
};

const ORDER_MAX = 99_999;
export const readOrder: Read<number | null> = (row, column, text, errors) => {
  if (text === "") return null;
  if (/^\d{1,5}$/.test(text) && Number(text) <= ORDER_MAX) return Number(text);
  errors.add(row, column, "order", text);
  return undefined;
};
