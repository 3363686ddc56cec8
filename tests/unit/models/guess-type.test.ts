import { guessModelType } from "@/lib/models/guess-type";

describe("the type a name speaks of", () => {
  it.each([
    ["text-embedding-3-large", "vector"],
    ["nomic-embed-text:latest", "vector"],
    ["BAAI/bge-m3", "vector"],
    ["gte-Qwen2-7B", "vector"],
    ["bge-reranker-v2-m3", "rerank"],
    ["gte-rerank", "rerank"],
    ["whisper-1", "transcription"],
    ["gpt-4o-transcribe", "transcription"],
    ["FunAudioLLM/SenseVoiceSmall", "transcription"],
    ["gpt-4o-mini-tts", "speech"],
    ["CosyVoice2-0.5B", "speech"],
    ["dall-e-3", "image"],
    ["gpt-image-1", "image"],
    ["imagen-4.0-generate-001", "image"],
    ["Qwen-Image", "image"],
    ["flux-schnell", "image"],
    ["Qwen3-VL-32B", "vision"],
    ["deepseek-vl2", "vision"],
    ["glm-4v", "vision"],
    ["glm-4.5v-air", "vision"],
    ["llama3.2-vision", "vision"],
    ["deepseek-chat", "chat"],
    ["gpt-4o", "chat"],
    ["qwen3:8b", "chat"],
    ["mistral-large-latest", "chat"],
    ["imagine-chat", "chat"],
    ["attsa", "chat"],
  ])("%s is %s", (name, type) => {
    expect(guessModelType(name)).toBe(type);
  });
});
