// The program `skillhost`. Everything it does is in SkillCommand, where tests can reach it.

import SkillCommand

Program.main()
