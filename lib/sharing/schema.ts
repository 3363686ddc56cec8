import { z } from "zod";
import type { ShareDays } from "./limits";

export const shareDays = z.union([z.literal(1), z.literal(7), z.literal(30), z.null()]);

const DAY_MS = 86_400_000;

/** When a link of so many days ends; null: it does not. */
export const expiryOf = (days: ShareDays): Date | null => (days === null ? null : new Date(Date.now() + days * DAY_MS));
