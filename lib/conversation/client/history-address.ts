import * as field from "@/lib/client/address";
import { HISTORY_DAYS } from "../limits";

const DAYS = HISTORY_DAYS.map(String) as [string, ...string[]];

/** What a history shows: the words looked for, and of how many days. */
export const historyAddress = field.addressCodec<{ keyword: string; days: string }>({
  keyword: field.words(),
  days: field.oneOf("days", DAYS, "30"),
});

const chat = field.addressCodec<{ session: string | null; message: string | null }>({
  session: field.id("session"),
  message: field.id("message"),
});

/** The conversation of an address, and the message it is to be opened at. */
export const readAsked = (params: field.Params) => chat.read(params);
