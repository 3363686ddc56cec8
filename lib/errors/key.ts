import { z } from "zod";
import { ERROR_CODES, type ErrorKey } from "./errors";

// @exempt text: what we answer

/** A key of the error catalogue, where an answer says what went wrong. */
export const errorKey = z.enum(Object.keys(ERROR_CODES) as [ErrorKey, ...ErrorKey[]]).meta({ id: "ErrorKey" });

/** What the sentence of a key is filled with. */
export const errorArgs = z.record(z.string(), z.union([z.string(), z.number()]));
