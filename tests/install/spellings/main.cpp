// SPDX-License-Identifier: BSD-3-Clause
// Runs every spelling and compares its answer; with --print the answers are printed instead.
#include <torch/torch.h>

#include "spelling.h"

static const Spelling* first = nullptr;

Spelling::Spelling(const char* spelling_name, const char* right, void (*function)(std::ostream&))
    : name(spelling_name), answer(right), body(function), next(first) {
  first = this;
}

static std::string answer_of(const Spelling& spelling) {
  std::ostringstream out;
  try {
    spelling.body(out);
  } catch (const c10::IndexError&) {
    return "IndexError";
  } catch (const c10::ValueError&) {
    return "ValueError";
  } catch (const c10::TypeError&) {
    return "TypeError";
  } catch (const c10::NotImplementedError&) {
    return "NotImplementedError";
  } catch (const c10::Error&) {
    return "Error";
  }
  return out.str();
}

int main(int argc, char**) {
  int count = 0, wrong = 0;
  for (const Spelling* s = first; s != nullptr; s = s->next) {
    ++count;
    const std::string answer = answer_of(*s);
    if (argc > 1) {
      std::cout << s->name << "\t" << answer << "\x1e";
    } else if (answer != s->answer) {
      std::cout << s->name << ": got \"" << answer << "\", expected \"" << s->answer << "\"\n";
      ++wrong;
    }
  }
  if (argc == 1) std::cout << count << " spellings, " << wrong << " wrong answers\n";
  return wrong == 0 ? 0 : 1;
}
