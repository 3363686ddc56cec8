import { z } from "zod";
import { line, secret, webAddress } from "@/lib/text/line";
import { VARIABLE_NAME_MAX } from "./limits";
import { VARIABLE_NAME } from "./variables";

export const APP_SECRETS_MAX = 20;
/** What is shorter could not be told apart from other words of an answer, out of which it is taken. */
export const SECRET_MIN = 6;
export const SECRET_MAX = 4000;
export const SECRET_ADDRESS_MAX = 300;

export const secretName = line(VARIABLE_NAME_MAX).regex(VARIABLE_NAME, "variableName");
export const secretParams = z.object({ id: z.uuid(), name: secretName });

/** A value, and the service it may be sent to: of an address only scheme, host and port count. */
export const secretInput = z.strictObject({
  value: secret(SECRET_MAX)
    .min(SECRET_MIN, "secretValueShort")
    // A header takes nothing else, and whoever pastes a key rarely means the line's end.
    .regex(/^[^\r\n\0]*$/, "invalid"),
  address: webAddress(SECRET_ADDRESS_MAX),
});
/** What a form asks of a new one. */
export const secretForm = secretInput.extend({ name: secretName });
export type SecretInput = z.infer<typeof secretInput>;
