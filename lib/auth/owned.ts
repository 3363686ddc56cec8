import "server-only";
import { activationCodes, recoveryCodes, secondFactors, sessions } from "@/db/schema/auth";
import { loginFlows } from "@/db/schema/login-channels";
import type { Owned } from "@/lib/owned/owned";

export const AUTH_OWNED: Owned = {
  exempt: {
    people: [
      [sessions.userId, "sign-ins; they end with the account"],
      [activationCodes.userId, "a secret of the account, ends with it"],
      [secondFactors.userId, "a secret of the account, ends with it"],
      [recoveryCodes.userId, "secrets of the account, end with it"],
      [loginFlows.actorId, "a sign-in of the next minutes"],
    ],
  },
};
