import { z } from "zod";
import { password } from "@/lib/auth/account";
import { line } from "@/lib/text/line";

export const FACTOR_CODE_MAX = 32;

const otp = line(FACTOR_CODE_MAX).min(1, "codeRequired");

/** Who begins must be the person, not only somebody at their desk. */
export const factorBegin = z.strictObject({ password });
export const factorConfirm = z.strictObject({ otp });
/** Password and a code: for what weakens the account. */
export const factorProof = z.strictObject({ password, otp });
export type FactorProof = z.infer<typeof factorProof>;
