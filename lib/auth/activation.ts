import "server-only";
import { randomInt } from "node:crypto";
import { db } from "@/db/client";
import { findActivationCode } from "@/db/queries/organisation/people-changes";
import { hashToken, sameText } from "./tokens";

/** Without look-alikes. */
const SYMBOLS = "234679ACDEFGHJKMNPQRTUVWXYZ";
const GROUPS = 3;
const GROUP_LENGTH = 4;
const LIFE_MS = 14 * 24 * 3_600_000;

/** A code a person comes in with before they choose a password: shown once, only its hash is stored. */
export function newActivationCode(): { code: string; codeHash: string; expiresAt: Date } {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join("");
  const code = Array.from({ length: GROUPS }, group).join("-");
  return { code, codeHash: hashToken(plain(code)), expiresAt: new Date(Date.now() + LIFE_MS) };
}

/** As it is compared: however it was typed off a sheet of paper. */
function plain(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, "");
}

/** The zero id belongs to nobody: an unknown account costs the same query as a known one. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Whether a text is the person's code and still works. */
export async function activationCodeFits(userId: string | null, text: string): Promise<boolean> {
  const stored = await findActivationCode(db(), userId ?? NOBODY);
  const fits = sameText(stored ?? "", hashToken(plain(text)));
  return stored !== null && fits;
}
