import { JSON_BODY_MAX } from "@/lib/config/constants";
import { handler } from "@/lib/endpoint/route";
import { basicDto } from "@/lib/features/configuration/dto";
import { basicPatch } from "@/lib/features/configuration/schema";
import { changeBasic, readBasic } from "@/lib/features/configuration/service/basic";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The basic configuration",
  any: [P.CONFIG_BASIC],
  response: basicDto,
  run: ({ actor }) => readBasic(actor),
});

export const PATCH = handler({
  summary: "Change the basic configuration",

  any: [P.CONFIG_BASIC],
  body: basicPatch,
  // Four documents of Chinese text.
  maxBody: 2 * JSON_BODY_MAX,
  audit: "config.change",
  response: basicDto,
  run: ({ actor, body }) => changeBasic(actor, body),
});
