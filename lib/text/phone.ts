import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** A phone number as it is stored (E.164), or null when it is none. Without a country it is a Chinese one. The smaller
 * tables of the library would take numbers with a digit too few. */
export function readPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.normalize("NFKC"), { defaultCountry: "CN", extract: false });
  return phone?.isValid() && !phone.ext ? phone.number : null;
}
