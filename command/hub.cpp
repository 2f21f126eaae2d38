// SPDX-License-Identifier: BSD-3-Clause
// torchpp hub: models from elsewhere, the cache of what was downloaded, and the list of sources that are trusted.
#include <torchpp/core/error.h>
#include <torchpp/hub.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "command/command.h"
#include "command/print.h"
#include "src/hub/source.h"

namespace torchpp::command {
namespace {

uint64_t unsigned_of(int64_t bytes) { return static_cast<uint64_t>(std::max<int64_t>(bytes, 0)); }

// How far a download is: a line on the error output, drawn again and again, and removed at the end. Nothing where that
// is no terminal.
class ProgressBar {
 public:
  ProgressBar() : is_shown_(::isatty(STDERR_FILENO) == 1) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { draw(""); }

  void report(int64_t bytes, optional<int64_t> all) {
    if (!is_shown_) return;
    if (bytes < last_ || last_ == 0) {  // another file begins; what an earlier call has left of it was not fast
      start_ = Clock::now();
      first_ = bytes;
    }
    last_ = bytes;
    std::string text = "  ";
    if (all && *all > 0) {
      const double part = std::min(1., static_cast<double>(bytes) / static_cast<double>(*all));
      const auto full = static_cast<size_t>(part * kWidth);
      text += "[" + std::string(full, '#') + std::string(kWidth - full, '.') + "] " +
              std::to_string(static_cast<int>(part * 100)) + " %  ";
    }
    text += size_text(unsigned_of(bytes));
    if (all) text += " of " + size_text(unsigned_of(*all));
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (seconds > kLeastSeconds)
      text += ", " + size_text(static_cast<uint64_t>(static_cast<double>(bytes - first_) / seconds)) + "/s";
    draw(text);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr size_t kWidth = 24;
  static constexpr double kLeastSeconds = 0.2;

  // Spaces cover what is left of a longer line.
  void draw(const std::string& text) {
    if (drawn_ == 0 && text.empty()) return;
    const std::string spaces(drawn_ > text.size() ? drawn_ - text.size() : 0, ' ');
    std::fprintf(stderr, "\r%s%s%s", text.c_str(), spaces.c_str(), text.empty() ? "\r" : "");
    std::fflush(stderr);
    drawn_ = text.size();
  }

  bool is_shown_;
  Clock::time_point start_;
  int64_t first_ = 0, last_ = 0;
  size_t drawn_ = 0;
};

hub::HubOptions options_of(const HubArguments& arguments, ProgressBar& bar) {
  hub::HubOptions options;
  options.dir(arguments.dir).trust(arguments.trust).force_reload(arguments.reload);
  options.manifest_sha256(arguments.manifest_sha256);
  options.progress([&bar](int64_t bytes, optional<int64_t> all) { bar.report(bytes, all); });
  if (!arguments.repository_url.empty()) options.repository_url(arguments.repository_url);
  if (!arguments.ca_file.empty()) options.http().ca_file(arguments.ca_file);
  return options;
}

// The command that consents, as the user types it.
std::string consent_command(const HubArguments& arguments, const char* how) {
  return str("torchpp hub trust ", how, arguments.dir.empty() ? "" : "--dir " + shell_quoted(arguments.dir) + " ",
             shell_quoted(arguments.source));
}

// The library's error speaks of its functions.
void check_trust(const HubArguments& arguments) {
  const bool needs_none = arguments.trust || !hub::parse_source(arguments.source).is_remote();
  TORCHPP_CHECK(needs_none || hub::is_trusted(arguments.source, arguments.dir), "hub: got the source '",
                arguments.source, "', which is not trusted; to consent, type: ", consent_command(arguments, ""),
                ", or add --trust for this call");
}

// What one() gives for the entry that was asked for, or all() for all of them.
template <class T>
std::vector<T> asked_for(const HubArguments& arguments,
                         T (*one)(const std::string& source, const std::string& entry, const hub::HubOptions& options),
                         std::vector<T> (*all)(const std::string& source, const hub::HubOptions& options)) {
  check_trust(arguments);
  ProgressBar bar;
  const hub::HubOptions options = options_of(arguments, bar);
  if (arguments.entry.empty()) return all(arguments.source, options);
  return {one(arguments.source, arguments.entry, options)};
}

Json json_of(const hub::FileInfo& file) {
  Json json = file.url.empty() ? Json{{"file", file.file}} : Json{{"url", file.url}};
  json["bytes"] = file.bytes;
  json["sha256"] = file.sha256;
  return json;
}
Json json_of(const hub::EntryInfo& entry) {
  Json json = {
      {"name", entry.name}, {"description", entry.description}, {"license", entry.license}, {"input", entry.input}};
  if (entry.module) json["module"] = json_of(*entry.module);
  else json["factory"] = entry.factory;
  if (entry.weights) json["weights"] = json_of(*entry.weights);
  for (const hub::FileInfo& part : entry.weight_parts) json["weights"]["parts"].push_back(json_of(part));
  return json;
}
int print_json_of(const std::vector<hub::EntryInfo>& entries, const std::string& source) {
  Json list = Json::array();
  for (const hub::EntryInfo& entry : entries) list.push_back(json_of(entry));
  print_json(Json{{"source", source}, {"entries", list}});
  return kYes;
}

int64_t bytes_of(const hub::EntryInfo& entry) {
  int64_t bytes = (entry.module ? entry.module->bytes : 0) + (entry.weights ? entry.weights->bytes : 0);
  for (const hub::FileInfo& part : entry.weight_parts) bytes += part.bytes;
  return bytes;
}
int print_list(const std::vector<hub::EntryInfo>& entries, const HubArguments& arguments) {
  if (arguments.json) return print_json_of(entries, arguments.source);
  Table table({"name", ">size", "license", "description"});
  for (const hub::EntryInfo& entry : entries)
    table.add(
        {clean(entry.name), size_text(unsigned_of(bytes_of(entry))), clean(entry.license), clean(entry.description)});
  print(str(bold(clean(arguments.source)), "\n  ", entries.size(), entries.size() == 1 ? " entry\n" : " entries\n"));
  if (!table.empty()) print("\n" + table.text());
  return kYes;
}

int list_cache(const HubArguments& arguments) {
  const std::string dir = arguments.dir.empty() ? hub::get_dir() : arguments.dir;
  Json sources = Json::array();
  Table table({"source", ">size", "folder"});
  for (const hub::CachedSource& one : hub::cached(dir)) {
    sources.push_back({{"source", one.source}, {"folder", one.folder}, {"bytes", one.bytes}});
    table.add({clean(one.source), size_text(unsigned_of(one.bytes)), clean(one.folder)});
  }
  if (arguments.json) {
    print_json(Json{{"dir", dir}, {"sources", sources}});
    return kYes;
  }
  print(str(bold(clean(dir)), "\n  ", sources.size(), " source", plural(sources.size()), "\n"));
  if (!table.empty()) print("\n" + table.text());
  return kYes;
}

int list(const HubArguments& arguments) {
  if (arguments.source.empty()) return list_cache(arguments);
  check_trust(arguments);
  ProgressBar bar;
  return print_list(hub::info(arguments.source, options_of(arguments, bar)), arguments);
}

std::string text_of(const hub::FileInfo& file) {
  return str(clean(file.url.empty() ? file.file : file.url), "  ", size_text(unsigned_of(file.bytes)), "  ",
             dim("SHA-256 " + file.sha256));
}

int info_of(const HubArguments& arguments) {
  const auto entries = asked_for<hub::EntryInfo>(arguments, hub::info, hub::info);
  if (arguments.json) return print_json_of(entries, arguments.source);
  for (size_t i = 0; i < entries.size(); ++i) {
    const hub::EntryInfo& entry = entries[i];
    print(str(i == 0 ? "" : "\n", bold(clean(entry.name)), "\n"));
    const auto line = [](const char* name, const std::string& text) {
      const std::string title = name;
      if (!text.empty()) print(str("  ", title, std::string(13 - title.size(), ' '), text, "\n"));
    };
    line("description", clean(entry.description));
    line("input", clean(entry.input));
    line("license", clean(entry.license));
    if (entry.module) line("module", text_of(*entry.module));
    line("factory", clean(entry.factory));
    if (entry.weights) line("weights", text_of(*entry.weights));
    for (const hub::FileInfo& part : entry.weight_parts) line("part", text_of(part));
  }
  return kYes;
}

int fetch(const HubArguments& arguments) {
  const auto entries = asked_for<hub::FetchedEntry>(arguments, hub::fetch, hub::fetch);
  Json fetched = Json::array();
  Table table({"entry", "file", "path"});
  for (const hub::FetchedEntry& entry : entries) {
    Json json = {{"name", entry.name}};
    const auto add = [&](const char* what, const std::string& path) {
      if (path.empty()) return;
      json[what] = path;
      table.add({clean(entry.name), what, clean(path)});
    };
    add("module", entry.module_path);
    add("weights", entry.weights_path);
    fetched.push_back(std::move(json));
  }
  if (arguments.json) print_json(Json{{"source", arguments.source}, {"entries", fetched}});
  else if (!table.empty()) print(table.text());
  return kYes;
}

int verify(const HubArguments& arguments) {
  check_trust(arguments);
  ProgressBar bar;
  const std::vector<hub::Fault> faults = hub::verify(arguments.source, options_of(arguments, bar));
  const Status status = faults.empty() ? kYes : kNo;
  if (arguments.json) {
    Json list = Json::array();
    for (const hub::Fault& fault : faults) list.push_back({{"path", fault.path}, {"what", fault.what}});
    print_json(Json{{"source", arguments.source}, {"good", status == kYes}, {"faults", list}});
    return status;
  }
  for (const hub::Fault& fault : faults) print(str(red("!"), " ", clean(fault.path), "\n  ", clean(fault.what), "\n"));
  print(status == kYes ? green("good") + ": all files are as the manifest says\n"
                       : str(red("damaged"), ": ", faults.size(), " file", plural(faults.size()), "\n"));
  return status;
}

int list_trusted(const HubArguments& arguments) {
  const std::vector<std::string> trusted = hub::trusted(arguments.dir);
  if (arguments.json) {
    print_json(Json{{"trusted", trusted}});
    return kYes;
  }
  for (const std::string& one : trusted) print(clean(one) + "\n");
  return kYes;
}

// Asks a person. Anything but yes is no.
bool asks_consent(const HubArguments& arguments) {
  TORCHPP_CHECK(::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1,
                "hub: got no terminal to ask for consent to '", arguments.source,
                "'; to consent, type: ", consent_command(arguments, "--yes "));
  std::fprintf(stderr,
               "Files from '%s' will be downloaded whenever a program asks for them.\n"
               "Nothing in them is executed. Trust this source? [y/N] ",
               clean(arguments.source).c_str());
  std::fflush(stderr);
  std::string answer;
  for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar()) answer += static_cast<char>(c);
  return answer == "y" || answer == "Y" || answer == "yes";
}

int trust(const HubArguments& arguments) {
  TORCHPP_CHECK_VALUE(!arguments.source.empty() || !(arguments.yes || arguments.remove),
                      "hub trust: got no source, expected one beside --yes and --remove");
  if (arguments.source.empty()) return list_trusted(arguments);
  const bool was_trusted = hub::is_trusted(arguments.source, arguments.dir);
  bool is_trusted = false;
  if (arguments.remove) {
    hub::distrust(arguments.source, arguments.dir);
  } else {
    is_trusted = was_trusted || arguments.yes || asks_consent(arguments);
    if (is_trusted && !was_trusted) hub::trust(arguments.source, arguments.dir);
  }
  if (arguments.json) print_json(Json{{"source", arguments.source}, {"trusted", is_trusted}});
  else print(str(clean(arguments.source), is_trusted ? ": trusted\n" : ": not trusted\n"));
  return is_trusted || arguments.remove ? kYes : kNo;
}

int clean_cache(const HubArguments& arguments) {
  TORCHPP_CHECK_VALUE(arguments.all == arguments.source.empty(), "hub clean: got ",
                      arguments.all ? "a source and --all" : "no source", ", expected either a source or --all");
  const int64_t bytes = arguments.all ? hub::clean_all(arguments.dir) : hub::clean(arguments.source, arguments.dir);
  if (arguments.json) print_json(Json{{"bytes", bytes}});
  else print(str("removed ", size_text(unsigned_of(bytes)), "\n"));
  return kYes;
}

int publish(const HubArguments& arguments) {
  hub::publish(arguments.source);
  return print_list(hub::info(arguments.source), arguments);
}

constexpr struct {
  const char* name;
  int (*run)(const HubArguments& arguments);
} kActions[] = {{"list", list},   {"info", info_of},      {"fetch", fetch},    {"verify", verify},
                {"trust", trust}, {"clean", clean_cache}, {"publish", publish}};

}  // namespace

int hub(const HubArguments& arguments) {
  for (const auto& action : kActions)
    if (arguments.action == action.name) return action.run(arguments);
  TORCHPP_FAIL_KIND(kValue, "hub: got the action '", clean(arguments.action), "', expected one that --help lists");
}

}  // namespace torchpp::command
