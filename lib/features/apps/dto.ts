import { z } from "zod";
import { grantDto } from "@/lib/auth/grant-schema";
import { APP_KINDS } from "@/lib/config/app-kinds";
import { VISIBILITIES } from "@/lib/config/visibility";
import { GAPS } from "./dify-gaps";
import { APP_ICONS } from "./limits";
import { BUILT_KINDS } from "./settings";
import { appVariable } from "./variables";

// @exempt text: what we answer

/** `changed`: published, with changes that are not. */
export const APP_STATES = ["draft", "published", "changed", "trial"] as const;
export type AppState = (typeof APP_STATES)[number];

export const appDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(APP_KINDS),
  name: z.string(),
  description: z.string(),
  icon: z.enum(APP_ICONS),
  visibility: z.enum(VISIBILITIES),
  categoryId: z.uuid().nullable(),
  state: z.enum(APP_STATES),
  /** The published one; null: none. */
  version: z.int().nullable(),
  uses: z.int(),
  /** In the last 30 days. */
  recentUses: z.int(),
  owner: z.strictObject({ id: z.uuid(), name: z.string(), department: z.string().nullable() }),
  isOwn: z.boolean(),
  mayManage: z.boolean(),
  isFavourite: z.boolean(),
  folderId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AppDto = z.infer<typeof appDto>;

/** One app as whoever may change it edits it. */
export const appDetailDto = appDto.extend({ grants: z.array(grantDto), revision: z.string(), openRequests: z.int() });
export type AppDetailDto = z.infer<typeof appDetailDto>;

export const categoryDto = z.strictObject({ id: z.uuid(), nameZh: z.string(), nameEn: z.string() });
export type CategoryDto = z.infer<typeof categoryDto>;

export const squareDto = z.strictObject({
  categories: z.array(categoryDto),
  mayOrder: z.boolean(),
  /** An area has declared a tool. */
  hasTools: z.boolean(),
  /** Apps in each place, whatever is looked for. */
  counts: z.strictObject({ square: z.int(), lab: z.int(), mine: z.int(), shared: z.int(), trash: z.int() }),
});
export type SquareDto = z.infer<typeof squareDto>;

export const recentAppDto = appDto.pick({ id: true, name: true, icon: true, kind: true });
export type RecentAppDto = z.infer<typeof recentAppDto>;

/** An app as its user meets it: what a conversation begins with. */
export const openAppDto = recentAppDto.extend({
  description: z.string(),
  owner: appDto.shape.owner,
  version: z.int().nullable(),
  mayManage: z.boolean(),
  isFavourite: z.boolean(),
  isTrial: z.boolean(),
  /** The version this person stays with, whichever is published. */
  pinnedVersion: z.int().nullable(),
  opening: z.string(),
  questions: z.array(z.string()),
  variables: z.array(appVariable),
  takesFiles: z.boolean(),
  hasVoice: z.boolean(),
  /** Of an external page. */
  url: z.string(),
});
export type OpenAppDto = z.infer<typeof openAppDto>;

export const draftDto = z.strictObject({
  settings: z.record(z.string(), z.unknown()),
  revision: z.int(),
  /** Of the draft the published version was made of; null: none. */
  publishedRevision: z.int().nullable(),
  savedAt: z.iso.datetime(),
  savedBy: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Who wrote the comments of a workflow. */
  authors: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});
export type DraftDto = z.infer<typeof draftDto>;
export const savedDraftDto = z.strictObject({ revision: z.int(), savedAt: z.iso.datetime() });

/** Who else edits an app now, at which node, and its draft as it is by now. */
export const editorsDto = z.strictObject({
  others: z.array(z.strictObject({ id: z.uuid(), name: z.string(), nodeId: z.string().nullable() })),
  revision: z.int(),
  savedBy: z.string().nullable(),
});
export type EditorsDto = z.infer<typeof editorsDto>;

export const versionDto = z.strictObject({
  version: z.int(),
  note: z.string(),
  author: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type VersionDto = z.infer<typeof versionDto>;
export const publishedDto = z.strictObject({ version: z.int() });
export const versionSettingsDto = z.strictObject({ settings: z.record(z.string(), z.unknown()) });

/** What an app may be made of, for whoever arranges it. */
export const partsDto = z.strictObject({
  /** Models that put slices in order. */
  rerankModels: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  bases: z.array(z.strictObject({ id: z.uuid(), name: z.string(), icon: z.string() })),
  tools: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      key: z.string().nullable(),
      title: z.string(),
      server: z.string().nullable(),
      /** What it is given, in the order its maker wrote. */
      parameters: z.array(
        z.strictObject({ name: z.string(), type: z.string(), description: z.string(), required: z.boolean() }),
      ),
    }),
  ),
});
export type PartsDto = z.infer<typeof partsDto>;

export const appChatDto = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  appId: z.uuid(),
  isTrial: z.boolean(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  createdAt: z.iso.datetime(),
});
export type AppChatDto = z.infer<typeof appChatDto>;

export const requestDto = z.strictObject({
  id: z.uuid(),
  user: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string(), department: z.string().nullable() }),
  note: z.string(),
  createdAt: z.iso.datetime(),
});
export type RequestDto = z.infer<typeof requestDto>;
export const requestableDto = z.strictObject({ isAsked: z.boolean() });

export const feedbackDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type FeedbackDto = z.infer<typeof feedbackDto>;

export const templateDto = z.strictObject({
  key: z.string(),
  kind: z.enum(BUILT_KINDS),
  icon: z.enum(APP_ICONS),
  name: z.string(),
  description: z.string(),
  /** What whoever takes it has to add. */
  needs: z.array(z.enum(["base", "tool"])),
});
export type TemplateDto = z.infer<typeof templateDto>;

/** What a file would become, before it does. */
export const importedDto = z.strictObject({
  /** Null where it was only looked at. */
  id: z.uuid().nullable(),
  name: z.string(),
  kind: z.enum(APP_KINDS),
  left: z.array(
    z.strictObject({ what: z.enum(["model", "base", "tool", "app", "person", "secret", "setting"]), name: z.string() }),
  ),
  /** Of a foreign workflow, node by node: all of it arrived, a part, or its place alone. */
  nodes: z.array(
    z.strictObject({
      nodeId: z.string(),
      title: z.string(),
      kind: z.string(),
      state: z.enum(["whole", "partly", "left"]),
      gaps: z.array(z.enum(GAPS)),
    }),
  ),
});
export type ImportedDto = z.infer<typeof importedDto>;

/** How an app is used, in counts. */
const analysisFigures = z.strictObject({
  people: z.int(),
  uses: z.int(),
  begun: z.int(),
  answers: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.strictObject({ micros: z.number(), currency: z.string() }).nullable(),
  /** To the first words of an answer, or of a run's work: median and 95th percentile, milliseconds. */
  medianMs: z.int().nullable(),
  slowMs: z.int().nullable(),
  likes: z.int(),
  dislikes: z.int(),
  failed: z.int(),
  /** Its bases were searched and none of them is cited. */
  unanswered: z.int(),
});
export type AnalysisFigures = z.infer<typeof analysisFigures>;

export const analysisDto = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  now: analysisFigures,
  /** Of as many days before. */
  previous: analysisFigures,
  /** People who used it in both. */
  returned: z.int(),
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      uses: z.int(),
      people: z.int(),
      medianMs: z.int().nullable(),
      slowMs: z.int().nullable(),
    }),
  ),
  tools: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string().nullable(),
      calls: z.int(),
      failures: z.int(),
      slowMs: z.int().nullable(),
    }),
  ),
  /** By the week people first used it: how many they were, and of them those who came back so many weeks after. */
  cohorts: z.array(z.strictObject({ week: z.iso.date(), people: z.int(), back: z.array(z.int()) })),
  mayOpenRecords: z.boolean(),
});
export type AnalysisDto = z.infer<typeof analysisDto>;

export const instructionsDto = z.strictObject({ text: z.string() });
export const appNameDto = z.strictObject({ id: z.uuid(), name: z.string() });
export const appFolderDto = z.strictObject({ id: z.uuid(), name: z.string() });
export const grantSubjectDto = z.strictObject({ id: z.uuid(), name: z.string(), detail: z.string() });

/** How many of an app's users one of its bases answers. */
export const reachingDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  people: z.int(),
  able: z.int(),
  lacking: z.int(),
  names: z.array(z.string()),
  mayOpen: z.boolean(),
  isAsked: z.boolean(),
});
export type ReachingDto = z.infer<typeof reachingDto>;
