import { z } from "zod";
import { isSecretField } from "@/lib/auth/channels/fields";
import { APP_REQUIRED, channelSchemas, fieldsOf } from "@/lib/auth/channels/kinds";
import { channelApp, channelProvisioning } from "@/lib/auth/channels/schema";
import { CHANNEL_KINDS, type ChannelKind } from "@/lib/config/channel-kinds";
import { revised } from "@/lib/editing/schema";
import { identifier, line, searchWords, secret } from "@/lib/text/line";
import { type HandshakeParts, movesDestination } from "./changes";

export const NAME_ZH_MAX = 40;
export const NAME_EN_MAX = 60;
const TEXT_MAX = 20_000;

const name = (max: number) => line(max).min(1, "required");
const names = { nameZh: name(NAME_ZH_MAX), nameEn: name(NAME_EN_MAX) };

/** Settings and secrets of any kind within bounds; which names and values there may be is told by the kind. */
const values = {
  settings: z.record(identifier(60), z.union([secret(TEXT_MAX), z.number(), z.boolean()])),
  secrets: z.record(identifier(60), secret(TEXT_MAX).nullable()),
};

export const newChannel = z.strictObject({
  /** The id its addresses were shown with before it was saved. */
  id: z.uuid().optional(),
  kind: z.enum(CHANNEL_KINDS),
  ...names,
  settings: values.settings.default({}),
  secrets: values.secrets.default({}),
  app: channelApp.prefault({}),
  provisioning: channelProvisioning.prefault({}),
});
export type NewChannel = z.input<typeof newChannel>;

/** A part that is left out stays as it is; settings, app and provisioning are sent whole. Secrets: null removes one. */
export const channelPatch = z
  .strictObject({ ...names, ...values, app: channelApp, provisioning: channelProvisioning, ...revised })
  .partial();
export type ChannelPatch = z.input<typeof channelPatch>;

/** Every channel, in the order wanted. */
export const channelOrder = z.strictObject({ ids: z.array(z.uuid()).min(1).max(50) });
export const channelStatus = z.strictObject({ status: z.enum(["enabled", "disabled"]) });
export const channelDefault = z.strictObject({ isDefault: z.boolean() });

/** The row of passwords has a name of its own, so that closing it can be refused with a reason. */
export const channelParam = z.object({ id: z.union([z.uuid(), z.literal("password")]) });

export const ACCOUNT_LINE_MAX = 200;
export const TOKEN_MAX = 16_000;
/** What a test needs: nothing where the browser goes to another site, a person of the directory, a signed token. */
export const channelTest = z.strictObject({
  account: line(ACCOUNT_LINE_MAX).min(1, "required").optional(),
  password: identifier(500).min(1, "required").optional(),
  token: line(TOKEN_MAX).min(1, "required").optional(),
});
export type ChannelTest = z.infer<typeof channelTest>;

export const departmentSearch = z.object({
  keyword: searchWords(100).optional(),
});

/** What is stored of the channel a form is about; null for a new one. */
export interface StoredChannel extends HandshakeParts {
  secrets: Record<string, boolean>;
}

/**
 * The form of a kind. An empty secret stays as it is stored, null takes it away; a new destination asks for every stored
 * one again (SECURITY SK-02), as the server does.
 */
export function channelForm(kind: ChannelKind, stored: StoredChannel | null) {
  const secretFields = fieldsOf(kind).filter(isSecretField);
  const secrets = z.object(
    Object.fromEntries(
      secretFields.map(({ name: field, type, max }) => [
        field,
        secret(max ?? (type === "secretText" ? TEXT_MAX : 2000)).nullable(),
      ]),
    ),
  );
  return z
    .object({
      ...names,
      settings: channelSchemas(kind).settings,
      secrets,
      app: channelApp,
      provisioning: channelProvisioning,
    })
    .superRefine((form, context) => {
      const say = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
      for (const field of APP_REQUIRED[kind]) if (!form.app[field]) say(["app", field], "required");
      const moved = stored !== null && movesDestination(kind, stored.settings, form.settings);
      for (const field of secretFields) {
        const value = form.secrets[field.name];
        const isStored = stored?.secrets[field.name] ?? false;
        if (value === "" && isStored && moved) say(["secrets", field.name], "secretAgain");
        else if (field.required && (value === null || (value === "" && !isStored))) {
          say(["secrets", field.name], "required");
        }
      }
    });
}
export type ChannelForm = z.infer<ReturnType<typeof channelForm>>;
