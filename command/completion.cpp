// SPDX-License-Identifier: BSD-3-Clause
// The scripts with which shells complete the command's arguments.
#include <torchpp/core/error.h>

#include "command/command.h"
#include "command/print.h"

namespace torchpp::command {
namespace {

using Subcommands = std::vector<Completed>;

std::string joined(const std::vector<std::string>& words, const char* separator = " ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string bash(const Subcommands& subcommands) {
  std::string out = R"(# bash completion for torchpp
_torchpp() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ")";
  for (const Completed& subcommand : subcommands) out += subcommand.name + " ";
  out += R"(--help --version" -- "$word"))
    return
  fi
  case "${COMP_WORDS[1]}" in
)";
  for (const Completed& subcommand : subcommands) {
    std::string options, cases;
    for (const Completed::Option& option : subcommand.options) {
      options += (options.empty() ? "" : " ") + joined(option.names);
      if (!option.takes_value) continue;
      cases +=
          "        " + joined(option.names, "|") + ") " +
          (option.values.empty() ? "return"
                                 : "COMPREPLY=($(compgen -W \"" + joined(option.values) + "\" -- \"$word\")); return") +
          " ;;\n";
    }
    out += "    " + subcommand.name + ")\n      options=\"" + options + "\"\n";
    if (!subcommand.words.empty()) out += "      words=\"" + joined(subcommand.words) + "\"\n";
    if (!cases.empty()) out += "      case \"$before\" in\n" + cases + "      esac\n";
    out += "      ;;\n";
  }
  out += R"(  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      if [ -n "$words" ] && [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word"))
      fi
      ;;
  esac
}
complete -F _torchpp torchpp
)";
  return out;
}

// In descriptions of zsh's _arguments, brackets and colons have a meaning.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '[' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
  return out;
}

std::string zsh(const Subcommands& subcommands) {
  std::string out = "#compdef torchpp\n\n_torchpp() {\n  local -a subcommands\n  subcommands=(\n";
  for (const Completed& subcommand : subcommands)
    out += "    " + shell_quoted(zsh_text(subcommand.name) + ":" + subcommand.help) + "\n";
  out +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe subcommand subcommands\n    return\n  fi\n  local "
      "name=$words[2]\n"
      "  shift words\n  (( CURRENT-- ))\n  case $name in\n";
  for (const Completed& subcommand : subcommands) {
    out += "    " + subcommand.name + ")\n      _arguments";
    for (const Completed::Option& option : subcommand.options)
      for (const std::string& name : option.names) {
        std::string spec = name + "[" + zsh_text(option.help) + "]";
        if (option.takes_value) spec += ":value:" + (option.values.empty() ? "" : "(" + joined(option.values) + ")");
        out += " \\\n        " + shell_quoted(spec);
      }
    out +=
        " \\\n        " +
        (subcommand.words.empty() ? "" : shell_quoted("1:word:(" + joined(subcommand.words) + ")") + " \\\n        ") +
        shell_quoted("*:file:_files") + "\n      ;;\n";
  }
  return out + "  esac\n}\n\n_torchpp \"$@\"\n";
}

std::string fish(const Subcommands& subcommands) {
  std::string out = "# fish completion for torchpp\n";
  for (const Completed& subcommand : subcommands)
    out += "complete -c torchpp -n __fish_use_subcommand -f -a " + subcommand.name + " -d " +
           shell_quoted(subcommand.help) + "\n";
  for (const Completed& subcommand : subcommands) {
    const std::string in = "complete -c torchpp -n '__fish_seen_subcommand_from " + subcommand.name + "'";
    for (const Completed::Option& option : subcommand.options) {
      out += in;
      for (const std::string& name : option.names)
        out += name.compare(0, 2, "--") == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takes_value) out += option.values.empty() ? " -x" : " -x -a " + shell_quoted(joined(option.values));
      out += " -d " + shell_quoted(option.help) + "\n";
    }
    if (!subcommand.words.empty())
      out += "complete -c torchpp -n '__fish_seen_subcommand_from " + subcommand.name +
             "; and not __fish_seen_subcommand_from " + joined(subcommand.words) + "' -f -a " +
             shell_quoted(joined(subcommand.words)) + "\n";
  }
  return out;
}

}  // namespace

std::string completion(const std::string& shell, const Subcommands& subcommands) {
  if (shell == "bash") return bash(subcommands);
  if (shell == "zsh") return zsh(subcommands);
  if (shell == "fish") return fish(subcommands);
  TORCHPP_FAIL_KIND(kValue, "completion: got the shell '", shell, "', expected bash, zsh or fish");
}

}  // namespace torchpp::command
