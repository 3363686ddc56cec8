import "server-only";
import { violatedConstraint } from "@/db/client";
import { AppError, type ErrorKey } from "./errors";

type Refusal = readonly [error: ErrorKey, field?: string];

/** Does a write whose names are unique; where the database refuses one, throws the error of its constraint, at its field. */
export async function unlessTaken<T>(refusals: Readonly<Record<string, Refusal>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusals[violatedConstraint(error) ?? ""];
    if (!refusal) throw error;
    const [key, field] = refusal;
    throw new AppError(key, field ? { data: { fields: { [field]: "nameTaken" } } } : {});
  }
}
