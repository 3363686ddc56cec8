import type { ApiEntry } from "@/lib/http/openapi";

/** Calls of login channels; see entries.ts. */
export const LOGIN_ENTRIES: readonly ApiEntry[] = [
  {
    path: "/api/token/guest",
    load: () => import("@/app/api/token/guest/route"),
    operations: { GET: { summary: "Where a guest goes: single sign-on or the login page" } },
  },
  {
    path: "/api/login-ad",
    load: () => import("@/app/api/login-ad/route"),
    operations: { POST: "Sign in with the account and password of a directory" },
  },
  {
    path: "/api/public/login/[id]/start",
    load: () => import("@/app/api/public/login/[id]/start/route"),
    operations: { GET: { summary: "Begin single sign-on at a login channel" } },
  },
  {
    path: "/api/public/login/[id]/callback",
    load: () => import("@/app/api/public/login/[id]/callback/route"),
    operations: {
      GET: { summary: "The way back from a login channel's site" },
      POST: { summary: "The way back by a form (SAML)" },
    },
  },
  {
    path: "/api/login-teams",
    load: () => import("@/app/api/login-teams/route"),
    operations: { POST: { summary: "Sign in with the token of the team client" } },
  },
  {
    path: "/api/public/login/[id]/metadata",
    load: () => import("@/app/api/public/login/[id]/metadata/route"),
    operations: { GET: { summary: "Our SAML metadata for a login channel" } },
  },
  {
    path: "/api/admin/login-channels/saml-metadata",
    load: () => import("@/app/api/admin/login-channels/saml-metadata/route"),
    operations: { POST: { summary: "Read the metadata of a SAML identity provider" } },
  },
];
