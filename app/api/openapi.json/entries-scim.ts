import type { ApiEntry } from "@/lib/http/openapi";

/** SCIM 2.0 for identity providers that push people and groups, and its part of the console; see entries.ts. */
export const SCIM_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/scim/v2/ServiceProviderConfig",
    load: () => import("@/app/api/scim/v2/ServiceProviderConfig/route"),
    operations: { GET: { summary: "What SCIM can do here", answers: "json" } },
  },
  {
    path: "/api/scim/v2/ResourceTypes",
    load: () => import("@/app/api/scim/v2/ResourceTypes/route"),
    operations: { GET: { summary: "Kinds of resources of SCIM", answers: "json" } },
  },
  {
    path: "/api/scim/v2/ResourceTypes/[id]",
    load: () => import("@/app/api/scim/v2/ResourceTypes/[id]/route"),
    operations: { GET: { summary: "One kind of resources of SCIM", answers: "json" } },
  },
  {
    path: "/api/scim/v2/Schemas",
    load: () => import("@/app/api/scim/v2/Schemas/route"),
    operations: { GET: { summary: "Attributes SCIM keeps", answers: "json" } },
  },
  {
    path: "/api/scim/v2/Schemas/[id]",
    load: () => import("@/app/api/scim/v2/Schemas/[id]/route"),
    operations: { GET: { summary: "One schema of SCIM", answers: "json" } },
  },
  {
    path: "/api/scim/v2/Users",
    load: () => import("@/app/api/scim/v2/Users/route"),
    operations: {
      GET: { summary: "Pushed people: filter, sortBy, startIndex, count (200 at most)", answers: "json" },
      POST: { summary: "Push a person", answers: "json" },
    },
  },
  {
    path: "/api/scim/v2/Users/[id]",
    load: () => import("@/app/api/scim/v2/Users/[id]/route"),
    operations: {
      GET: { summary: "One pushed person", answers: "json" },
      PUT: { summary: "Replace a pushed person", answers: "json" },
      PATCH: { summary: "Change a pushed person", answers: "json" },
      DELETE: { summary: "Disable a pushed person and forget the push", answers: "json" },
    },
  },
  {
    path: "/api/scim/v2/Groups",
    load: () => import("@/app/api/scim/v2/Groups/route"),
    operations: {
      GET: { summary: "Pushed groups: filter, sortBy, startIndex, count (200 at most)", answers: "json" },
      POST: { summary: "Push a group", answers: "json" },
    },
  },
  {
    path: "/api/scim/v2/Groups/[id]",
    load: () => import("@/app/api/scim/v2/Groups/[id]/route"),
    operations: {
      GET: { summary: "One pushed group", answers: "json" },
      PUT: { summary: "Replace a pushed group and its members", answers: "json" },
      PATCH: { summary: "Change a pushed group or its members", answers: "json" },
      DELETE: { summary: "Delete a pushed group", answers: "json" },
    },
  },
  {
    path: "/api/admin/login-channels/[id]/scim",
    load: () => import("@/app/api/admin/login-channels/[id]/scim/route"),
    operations: {
      GET: "State of a login channel's SCIM",
      POST: "Make a SCIM token; the one before stops working",
      DELETE: "Take the SCIM token back",
    },
  },
  {
    path: "/api/admin/login-channels/[id]/scim/groups",
    load: () => import("@/app/api/admin/login-channels/[id]/scim/groups/route"),
    operations: { GET: "Groups pushed to a login channel, with how many people each has" },
  },
];
