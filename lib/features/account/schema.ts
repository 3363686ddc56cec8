import { z } from "zod";
import { PASSWORD_MAX } from "@/lib/config/constants";

export const FACTOR_CODE_MAX = 32;

const password = z.string().trim().min(1, "passwordRequired").max(PASSWORD_MAX, "tooLong");
const otp = z.string().trim().min(1, "codeRequired").max(FACTOR_CODE_MAX, "tooLong");

/** Who begins must be the person, not only somebody at their desk. */
export const factorBegin = z.strictObject({ password });
export const factorConfirm = z.strictObject({ otp });
/** Password and a code: for what weakens the account. */
export const factorProof = z.strictObject({ password, otp });
export type FactorProof = z.infer<typeof factorProof>;
