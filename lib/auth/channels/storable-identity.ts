import "server-only";
import { log } from "@/lib/log";
import { storable, storableJson } from "@/lib/text/storable";
import { ChannelError } from "./errors";
import type { DirectoryReading, OutsideIdentity, PasswordDriver, RedirectDriver, TokenDriver } from "./types";

/*
 * Whatever the other side sends, what leaves a driver can be stored. The subject is never mended: it is the key of a
 * person, and two that differ in a character we cannot keep would become one.
 */

function storableIdentity(identity: OutsideIdentity): OutsideIdentity {
  const { issuer, subject } = identity;
  if (subject !== storable(subject) || issuer !== storable(issuer)) throw new ChannelError("claims");
  return storableJson(identity);
}

export function storableRedirect(driver: RedirectDriver): Required<RedirectDriver> {
  const complete: RedirectDriver["complete"] = async (...asked) => storableIdentity(await driver.complete(...asked));
  return {
    begin: (...asked) => driver.begin(...asked),
    complete,
    async finish(channel, input, decide) {
      if (!driver.finish) return decide(await complete(channel, input));
      return driver.finish(channel, input, async (identity) => decide(storableIdentity(identity)));
    },
  };
}

export const storablePassword = (driver: PasswordDriver): PasswordDriver => ({
  async check(...asked) {
    const identity = await driver.check(...asked);
    return identity && storableIdentity(identity);
  },
});

export const storableToken = (driver: TokenDriver): TokenDriver => ({
  async verify(...asked) {
    const verified = await driver.verify(...asked);
    return { ...verified, identity: storableIdentity(verified.identity) };
  },
});

/** A directory as it can be stored; people whose subject cannot are left out. */
export function storableReading(reading: DirectoryReading): DirectoryReading {
  const people = reading.people.filter(({ subject }) => subject === storable(subject));
  const left = reading.people.length - people.length;
  if (left > 0) log().warn({ people: left }, "people of a directory whose key cannot be stored are left out");
  return storableJson({ departments: reading.departments, people });
}
