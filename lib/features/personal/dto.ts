import { z } from "zod";
import { USER_TYPES } from "@/db/schema/organisation";
import { TASK_STATUS } from "@/db/schema/tasks";
import { channelRefDto } from "@/lib/auth/channels/dto";
import type { FirstStep, TourStop } from "@/lib/config/guides";

/** A person as they see themselves. */
export const profileDto = z.strictObject({
  account: z.string(),
  name: z.string(),
  type: z.enum(USER_TYPES),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  department: z.string().nullable(),
  roles: z.array(z.strictObject({ id: z.uuid(), name: z.string(), nameEn: z.string().nullable() })),
  /** Identities elsewhere that sign this person in. */
  bindings: z.array(z.strictObject({ issuer: z.string(), createdAt: z.iso.datetime() })),
  createdAt: z.iso.datetime(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type ProfileDto = z.infer<typeof profileDto>;

export const avatarDto = z.strictObject({ avatar: z.string() });

export const memoryDto = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type MemoryDto = z.infer<typeof memoryDto>;

export const memoryListDto = z.strictObject({ enabled: z.boolean(), items: z.array(memoryDto), max: z.int() });
export type MemoryListDto = z.infer<typeof memoryListDto>;

/** The archive of everything that is a person's own. */
export const ownDataDto = z.strictObject({
  /** Of the task that makes it; null when none was asked for. */
  status: z.enum(TASK_STATUS).nullable(),
  /** Per cent. */
  progress: z.number(),
  /** It can be taken, once. */
  isReady: z.boolean(),
});
export type OwnDataDto = z.infer<typeof ownDataDto>;

/** An outside account that signs the person in. */
const linkDto = z.strictObject({
  /** A hash: it names the link without telling who one is at the other side. */
  id: z.string(),
  issuer: z.string(),
  /** What the other side calls the person; empty for links made before their first use. */
  label: z.string(),
  /** Null: its channel is gone. */
  channel: channelRefDto.nullable(),
  logoUrl: z.string().nullable(),
  /** It signs in at this moment. */
  isOn: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type LinkDto = z.infer<typeof linkDto>;

const linkableDto = channelRefDto.extend({ logoUrl: z.string().nullable() });
export type LinkableDto = z.infer<typeof linkableDto>;

export const ownLinksDto = z.strictObject({
  links: z.array(linkDto),
  /** Channels that are on and not linked yet. */
  channels: z.array(linkableDto),
});
export type OwnLinksDto = z.infer<typeof ownLinksDto>;

/** A directory links at once; else the other side asks the person at this address. */
export const linkBegunDto = z.union([z.strictObject({ linked: z.literal(true) }), z.strictObject({ url: z.string() })]);

/** What a newcomer is shown beside an empty chat; it comes with the page. */
export type GuideDto =
  | { name: "steps"; steps: { step: FirstStep; href: string; isDone: boolean }[] }
  | { name: "tour"; stops: { stop: TourStop; href: string | null }[] };
