import "server-only";
import type { Endpoint } from "../openai/endpoint";
import { openAiOver } from "../openai/protocol";
import type { Protocol } from "../types";
import { pathName } from "../wire/path-name";

const V1 = "/openai/v1";

/**
 * Azure's two documented ways to a deployment: the v1 API, where the model of the body names it, and the dated API, where
 * the path does. An API version chooses the dated one, except where the address already names v1.
 */
export const azureEndpoint: Endpoint = ({ baseUrl, upstreamModel, settings }, path) => {
  const base = (baseUrl ?? "").replace(/\/+$/, "");
  const { apiVersion } = settings;
  if (base.endsWith(V1)) {
    // v1 knows `preview` only; it refuses dates.
    return apiVersion && !/^\d/.test(apiVersion) ? `${base}${path}?${query(apiVersion)}` : `${base}${path}`;
  }
  const resource = base.replace(/\/openai$/, "");
  if (!apiVersion) return `${resource}${V1}${path}`;
  const deployment = path === "/models" ? "" : `/deployments/${pathName(upstreamModel)}`;
  return `${resource}/openai${deployment}${path}?${query(apiVersion)}`;
};

const query = (apiVersion: string) => new URLSearchParams({ "api-version": apiVersion }).toString();

/** Rerank models are not reached this way. */
const { rerank: _none, ...calls } = openAiOver(azureEndpoint);

export const azure: Protocol = calls;
