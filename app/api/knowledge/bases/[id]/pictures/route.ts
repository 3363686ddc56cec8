import { handler, idParam } from "@/lib/endpoint/route";
import { picturesDto } from "@/lib/features/knowledge/retrieval-dto";
import { pictureChoice, picturesQuery } from "@/lib/features/knowledge/schema";
import { choosePictureModel, readPictures } from "@/lib/features/knowledge/service/pictures";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How the pictures of a multimodal knowledge base are described, and what describing the rest would cost",
  any: [P.KB_MANAGE],
  params: idParam,
  query: picturesQuery,
  response: picturesDto,
  run: ({ actor, params, query: { modelId } }) =>
    readPictures(actor, params.id, modelId === "default" ? null : modelId),
});

export const PUT = handler({
  summary: "Choose the model that describes the pictures of a knowledge base",
  audit: "knowledge.base.pictures",
  any: [P.KB_MANAGE],
  params: idParam,
  body: pictureChoice,
  response: picturesDto,
  run: ({ actor, params, body }) => choosePictureModel(actor, params.id, body.visionModelId),
});
