import { z } from "zod";
import { ERROR_CODES, type ErrorKey } from "./errors";

/** A key of the error catalogue, where an answer says what went wrong. */
export const errorKey = z.enum(Object.keys(ERROR_CODES) as [ErrorKey, ...ErrorKey[]]).meta({ id: "ErrorKey" });
