import { z } from "zod";
import { STATUS } from "@/db/schema/organisation";
import { CHANNEL_KINDS, CHANNEL_REASONS } from "@/lib/config/channel-kinds";
import { pageOf } from "@/lib/endpoint/answers";
import { ADDRESS_KEYS } from "./addresses";

/** A channel in the list. Nothing of its secrets is in any answer. */
export const channelDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(CHANNEL_KINDS),
  nameZh: z.string(),
  nameEn: z.string(),
  status: z.enum(STATUS),
  isDefault: z.boolean(),
  /** A test of the settings as they are now has passed. */
  isTested: z.boolean(),
  testedAt: z.iso.datetime().nullable(),
  /** The last fault of the other side or the settings. */
  failure: z.enum(CHANNEL_REASONS).nullable(),
  failedAt: z.iso.datetime().nullable(),
  /** People bound to its issuer. */
  people: z.int(),
});
export type ChannelDto = z.infer<typeof channelDto>;

export const channelListDto = pageOf(channelDto).extend({ limit: z.int() });
export type ChannelListDto = z.infer<typeof channelListDto>;

export const namedPlaceDto = z.strictObject({
  id: z.uuid(),
  /** With the departments above it. */
  name: z.string(),
});
export type NamedPlace = z.infer<typeof namedPlaceDto>;

/** The application of the channel as the other side knows it, and how it is shown there. */
const channelAppDto = z.strictObject({
  version: z.string(),
  appName: z.string(),
  intro: z.string(),
  logoFileId: z.uuid().nullable(),
  homeUrl: z.string(),
  /** What the other side calls this application: client id, agent id, app key. */
  appId: z.string(),
  appIdUri: z.string(),
});

/** Who gets an account at the first sign-in, where, with which roles. */
const channelProvisioningDto = z.strictObject({
  autoCreate: z.boolean(),
  /** Null: the root department. */
  departmentId: z.uuid().nullable(),
  roleIds: z.array(z.uuid()),
  updateOnLogin: z.boolean(),
  rules: z.array(
    z.strictObject({
      claim: z.string(),
      value: z.string(),
      roleIds: z.array(z.uuid()),
      departmentId: z.uuid().nullable(),
    }),
  ),
  scimSubject: z.enum(["externalId", "userName"]),
});

/** What the other side, or whoever links to us, has to know. */
const channelAddressDto = z.strictObject({
  /** `login-channels.address.<key>` names it. */
  key: z.enum(ADDRESS_KEYS),
  value: z.string(),
});

export const channelDetailDto = channelDto.extend({
  version: z.int(),
  /** By name; which names there are is told by the kind's fields. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Which secrets are stored, by name. */
  secrets: z.record(z.string(), z.boolean()),
  app: channelAppDto,
  provisioning: channelProvisioningDto,
  /** Departments its provisioning names. */
  places: z.array(namedPlaceDto),
  addresses: z.array(channelAddressDto),
  /** People come in by it who hold more than the reader. */
  isStronger: z.boolean(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type ChannelDetail = z.infer<typeof channelDetailDto>;

export const channelRoleChoiceDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  nameEn: z.string().nullable(),
  isGrantable: z.boolean(),
});
export type ChannelRoleChoice = z.infer<typeof channelRoleChoiceDto>;

/** What a form needs besides the channel. */
export const channelChoicesDto = z.strictObject({
  /** For a channel that is not saved yet, so that its addresses can be entered on the other side first. */
  newId: z.uuid(),
  origin: z.string().nullable(),
  /** PUBLIC_URL is set: the addresses stay whatever name somebody came by. */
  isFixed: z.boolean(),
  /** Roles a new channel's form begins with. */
  initialRoleIds: z.array(z.uuid()),
  roles: z.array(channelRoleChoiceDto),
});
export type ChannelChoices = z.infer<typeof channelChoicesDto>;

/** What a change did besides saving. */
/** What is wrong with the address of an identity provider; null: nothing that it says of itself. */
export const channelSiteDto = z.strictObject({ problem: z.enum(CHANNEL_REASONS).nullable() });

export const changedChannelDto = z.strictObject({
  /** It was on and is off until a test of the new settings passes. */
  switchedOff: z.boolean(),
});
export type ChangedChannel = z.infer<typeof changedChannelDto>;

export const claimValuesDto = z.strictObject({ name: z.string(), values: z.array(z.string()) });
export type ClaimValues = z.infer<typeof claimValuesDto>;

const roleNames = z.array(z.strictObject({ name: z.string(), nameEn: z.string().nullable() }));
const testBase = {
  channelId: z.uuid(),
  /** Of the settings as they are now. */
  isCurrent: z.boolean(),
};
export const channelTestResultDto = z.discriminatedUnion("ok", [
  z.strictObject({ ...testBase, ok: z.literal(false), reason: z.enum(CHANNEL_REASONS) }),
  z.strictObject({
    ...testBase,
    ok: z.literal(true),
    /** The channel may be turned on. */
    passed: z.boolean(),
    problem: z.enum(CHANNEL_REASONS).nullable(),
    /** Somebody who has an account; else it would be made. */
    exists: z.boolean(),
    subject: z.string(),
    account: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    department: z.string().nullable(),
    roles: roleNames,
    removedRoles: roleNames,
    claims: z.array(claimValuesDto),
  }),
]);
export type ChannelTestResult = z.infer<typeof channelTestResultDto>;

/** Either the browser goes to the other site, or the outcome is there at once. */
export const startedTestDto = z.union([
  z.strictObject({ url: z.string() }),
  z.strictObject({ result: channelTestResultDto }),
]);
export type StartedTest = z.infer<typeof startedTestDto>;

/** Settings of a SAML channel as the provider's metadata says them. */
export const samlMetadataDto = z.strictObject({
  idpEntityId: z.string(),
  ssoUrl: z.string(),
  certificates: z.string(),
});
